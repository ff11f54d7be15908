// Chase and Lev's deque, where one thread pushes and takes and the other one steals. With -DNO_RACE
// the owner takes the last element without a compare-and-swap, and it is given out twice. With
// -DEARLY a push makes the value visible before it has stored it.
// expect: pass
// also: --cflags=-DNO_RACE
// algorithms: optimal
// expect: fail assertion
// message: not linearizable
// also: --cflags=-DEARLY
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: push\(1\) \| steal\(\)
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct deque {
  atomic_long top, bottom, values[8];
};

static void *make_deque(void) {
  return calloc(1, sizeof(struct deque));
}

static long push(void *object, long value) {
  struct deque *deque = object;
  const long bottom = atomic_load(&deque->bottom);
#ifdef EARLY
  atomic_store(&deque->bottom, bottom + 1);
  atomic_store(&deque->values[bottom % 8], value);
#else
  atomic_store(&deque->values[bottom % 8], value);
  atomic_store(&deque->bottom, bottom + 1);
#endif
  return 0;
}

static long take(void *object, long none) {
  struct deque *deque = object;
  (void)none;
  const long bottom = atomic_load(&deque->bottom) - 1;
  atomic_store(&deque->bottom, bottom);
  long top = atomic_load(&deque->top);
  if (top > bottom) {
    atomic_store(&deque->bottom, bottom + 1);
    return -1;
  }
  long value = atomic_load(&deque->values[bottom % 8]);
  if (top == bottom) {
#ifdef NO_RACE
    atomic_store(&deque->top, top + 1);
#else
    if (!atomic_compare_exchange_strong(&deque->top, &top, top + 1))
      value = -1;
#endif
    atomic_store(&deque->bottom, bottom + 1);
  }
  return value;
}

static long steal(void *object, long none) {
  struct deque *deque = object;
  (void)none;
  for (;;) {
    long top = atomic_load(&deque->top);
    if (top >= atomic_load(&deque->bottom))
      return -1;
    const long value = atomic_load(&deque->values[top % 8]);
    if (atomic_compare_exchange_strong(&deque->top, &top, top + 1))
      return value;
  }
}

static const struct ravel_operation operations[] = {{"push", push, .arg = {1, 2}, .thread = 1},
                                                    {"take", take, .thread = 1},
                                                    {"steal", steal, .thread = 2}};

int main(void) {
  return ravel_linearizable(make_deque, free, operations, 3,
                            (struct ravel_scenario){.threads = 2, .operations = 2, .initial = 1});
}
