// A pair that is read without a lock: a reader tries again when the number of writes has changed,
// or is odd. With -DODD it does not look whether a write is going on, with -DONCE it does not look
// again.
// expect: pass
// also: --cflags=-DODD
// algorithms: optimal
// expect: fail assertion
// message: not linearizable
// also: --cflags=-DONCE
// algorithms: optimal
// expect: fail assertion
// message: not linearizable
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct pair {
  atomic_int sequence, lock;
  atomic_long a, b;
};

static void *make_pair(void) {
  return calloc(1, sizeof(struct pair));
}

static long set(void *object, long value) {
  struct pair *pair = object;
  while (atomic_exchange(&pair->lock, 1))
    ;
  atomic_fetch_add(&pair->sequence, 1);
  atomic_store(&pair->a, value);
  atomic_store(&pair->b, value);
  atomic_fetch_add(&pair->sequence, 1);
  atomic_store(&pair->lock, 0);
  return 0;
}

static long get(void *object, long none) {
  struct pair *pair = object;
  (void)none;
  for (;;) {
    const int sequence = atomic_load(&pair->sequence);
#ifndef ODD
    if (sequence & 1)
      continue;
#endif
    const long a = atomic_load(&pair->a), b = atomic_load(&pair->b);
#ifndef ONCE
    if (atomic_load(&pair->sequence) != sequence)
      continue;
#endif
    return 10 * a + b;
  }
}

static const struct ravel_operation operations[] = {{"set", set, .arg = {1, 2}}, {"get", get}};

int main(void) {
  return ravel_linearizable(make_pair, free, operations, 2,
                            (struct ravel_scenario){.operations = 2});
}
