// A program that makes several checks, one after the other. All are made, with the same names of
// calls; the second object is wrong with -DWRONG, and with -DRANDOM only a scenario that is drawn
// shows it, which is made smaller.
// expect: pass
// also: --cflags=-DWRONG
// algorithms: optimal
// expect: fail assertion
// at: second
// message: not linearizable: add\(\) \| add\(\)
// also: --jobs=2 --cflags=-DWRONG
// algorithms: optimal
// expect: fail assertion
// at: second
// message: not linearizable: add\(\) \| add\(\)
// also: --cflags=-DRANDOM
// algorithms: optimal
// expect: fail assertion
// at: second
// message: not linearizable: add\(\) \| add\(\)$
#include <ravel_linearizable.h>
#include <stdatomic.h>

static void *make_counter(void) {
  return calloc(1, sizeof(atomic_long));
}

static long add(void *object, long none) {
  (void)none;
  return atomic_fetch_add((atomic_long *)object, 1);
}

static long add_in_two_steps(void *object, long none) {
  (void)none;
  const long old = atomic_load((atomic_long *)object);
  atomic_store((atomic_long *)object, old + 1);
  return old;
}

static const struct ravel_operation right[] = {{"add", add}};
static const struct ravel_operation wrong[] = {{"add", add_in_two_steps}};

#ifdef RANDOM
enum { THREADS = 1, DRAWN = 3 };
#else
enum { THREADS = 2, DRAWN = 0 };
#endif

int main(void) {
  const struct ravel_scenario scenario = {
      .threads = THREADS, .random = DRAWN, .random_threads = 2, .random_operations = 2};
  int status = ravel_linearizable(make_counter, free, right, 1, scenario);
#if defined WRONG || defined RANDOM
  status |= ravel_linearizable(make_counter, free, wrong, 1, scenario); /* second */
#else
  (void)wrong;
  status |= ravel_linearizable(make_counter, free, right, 1, scenario);
#endif
  return status;
}
