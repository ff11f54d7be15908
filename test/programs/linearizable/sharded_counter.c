// A counter of two halves, where a read adds up the halves one after the other: what it returns may
// have been the value at no time. With -DQUIET it is read only when all threads have ended: then it
// is right. With -DQUIET -DTORN an addition is a load and a store, and is lost even so.
// expect: fail assertion
// message: not linearizable
// also: --cflags=-DQUIET
// algorithms: optimal
// expect: pass
// also: '--cflags=-DQUIET -DTORN'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: add\(1\) \| add\(1\) \[value\(\)\]
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct counter {
  atomic_long halves[2];
};

static void *make_counter(void) {
  return calloc(1, sizeof(struct counter));
}

static long add(void *object, long half) {
  struct counter *counter = object;
#ifdef TORN
  atomic_store(&counter->halves[half - 1], atomic_load(&counter->halves[half - 1]) + 1);
#else
  atomic_fetch_add(&counter->halves[half - 1], 1);
#endif
  return 0;
}

static long take(void *object, long half) {
  struct counter *counter = object;
  atomic_fetch_sub(&counter->halves[half - 1], 1);
  return 0;
}

static long value(void *object, long none) {
  struct counter *counter = object;
  (void)none;
  const long first = atomic_load(&counter->halves[0]);
  return first + atomic_load(&counter->halves[1]);
}

#ifdef QUIET
enum { READER = 3, FINAL = 1 }; // there is no such thread: main reads
#else
enum { READER = 0, FINAL = 0 };
#endif

static const struct ravel_operation operations[] = {
    {"add", add, .arg = {1, 2}}, {"take", take, .arg = {1, 2}}, {"value", value, .thread = READER}};

int main(void) {
  return ravel_linearizable(make_counter, free, operations, 3,
                            (struct ravel_scenario){.operations = 2, .final = FINAL});
}
