// Scenarios that are counted: threads 1 and 3 may do the same, thread 2 more. With -DDRAWN most are
// drawn at random, many of them several times. With -DCRASH an operation fails by itself. With
// -DTHREE it fails where three threads are in it at once, as they are only in scenarios that are
// drawn. With -DLATE a sum is not read in one step: it has the second of two values without the
// first.
#include <ravel_linearizable.h>
#include <stdatomic.h>

static void *make_cells(void) {
  return calloc(2, sizeof(atomic_long));
}

static long add(void *object, long value) {
#ifdef CRASH
  if (atomic_load((atomic_long *)object) == 2)
    abort();
#endif
#ifdef THREE
  if (atomic_fetch_add((atomic_long *)object + 1, 1) == 2)
    abort();
  atomic_fetch_sub((atomic_long *)object + 1, 1);
#endif
  return atomic_fetch_add((atomic_long *)object, value);
}

static long look(void *object, long none) {
  return atomic_load((atomic_long *)object) + none;
}

// Two halves, of which one is added to first.
static long add_halves(void *object, long value) {
  atomic_long *halves = object;
  atomic_fetch_add(&halves[value - 1], value);
  return 0;
}

static long look_at_halves(void *object, long none) {
  atomic_long *halves = object;
  const long first = atomic_load(&halves[0]);
  return first + atomic_load(&halves[1]) + none;
}

#ifdef LATE
static const struct ravel_operation operations[] = {{"add", add_halves, .arg = {1, 2}},
                                                    {"look", look_at_halves}};
#define SCENARIO .only = "add(1) | add(2) | look()"
#elif defined THREE
static const struct ravel_operation operations[] = {{"add", add, .arg = {1, 2}}};
#define SCENARIO .threads = 2, .operations = 1, .random = 5
#elif defined DRAWN
static const struct ravel_operation operations[] = {{"add", add, .arg = {1, 2}}};
#define SCENARIO .threads = 2, .operations = 1, .random = 60, .random_operations = 1
#else
static const struct ravel_operation operations[] = {{"add", add, .arg = {1, 2}},
                                                    {"look", look, .thread = 2}};
#define SCENARIO .threads = 3, .operations = 2
#endif

int main(void) {
  (void)add, (void)look, (void)add_halves, (void)look_at_halves;
  return ravel_linearizable(make_cells, free, operations,
                            (int)(sizeof operations / sizeof *operations),
                            (struct ravel_scenario){SCENARIO});
}
