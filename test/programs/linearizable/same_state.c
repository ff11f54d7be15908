// Two orders of steps lead to the same state and differ in which calls overlap: get reads the cell,
// and what it returns is stored elsewhere, once. A stateful search goes on from the state once.
// expect: fail assertion
// message: not linearizable: set\(0\) \| set\(1\) \| get\(\) \| get\(\)
// algorithms: optimal
// also: --stateful
// algorithms: sleep static dpor
// expect: fail assertion
// message: not linearizable: set\(0\) \| set\(1\) \| get\(\) \| get\(\)
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct object {
  atomic_long cell, elsewhere;
};

static void *make_object(void) {
  return calloc(1, sizeof(struct object));
}

static long swap(atomic_long *cell, long expected) {
  return atomic_compare_exchange_strong(cell, &expected, 2);
}

static long set(void *object, long expected) {
  return swap(&((struct object *)object)->cell, expected);
}

static long get(void *object, long none) {
  struct object *o = object;
  (void)none;
  atomic_load(&o->cell);
  return swap(&o->elsewhere, atomic_load(&o->cell));
}

static const struct ravel_operation operations[] = {{"set", set, .arg = {0, 1}}, {"get", get}};

int main(void) {
  return ravel_linearizable(make_object, free, operations, 2,
                            (struct ravel_scenario){.only = "set(0) | set(1) | get() | get()"});
}
