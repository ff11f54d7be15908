// A counter of two halves, where a read adds up the halves one after the other: what it returns may
// have been the value at no time.
// expect: fail assertion
// message: not linearizable
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
  atomic_fetch_add(&counter->halves[half - 1], 1);
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

static const struct ravel_operation operations[] = {
    {"add", add, .arg = {1, 2}}, {"take", take, .arg = {1, 2}}, {"value", value}};

int main(void) {
  return ravel_linearizable(make_counter, free, operations, 3,
                            (struct ravel_scenario){.threads = 2, .operations = 2});
}
