// Two cells that hold the same number, and threads that read them in turn. A set stores to one
// after the other, so a thread that reads twice in between finds the new number first and the old
// one then. Only the order of its own calls says that this is wrong: for sequential consistency,
// too. With -DAPART two threads read, and every order of their calls is sequentially consistent,
// though not all are linearizable.
// expect: fail assertion
// message: not sequentially consistent: set\(1\) \| get\(\) get\(\)
// also: --cflags=-DAPART
// algorithms: optimal
// expect: pass
// also: '--cflags=-DAPART -DREAL_TIME'
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: set\(1\) \| get\(\) \| get\(\)
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct cells {
  atomic_long value[2], turn;
};

static void *make_cells(void) {
  return calloc(1, sizeof(struct cells));
}

static long set(void *object, long value) {
  struct cells *cells = object;
  atomic_store(&cells->value[0], value);
  atomic_store(&cells->value[1], value);
  return 0;
}

static long get(void *object, long none) {
  struct cells *cells = object;
  (void)none;
  return atomic_load(&cells->value[atomic_fetch_add(&cells->turn, 1) % 2]);
}

static const struct ravel_operation operations[] = {{"set", set, .arg = {1, 2}}, {"get", get}};

int main(void) {
  return ravel_linearizable(make_cells, free, operations, 2,
                            (struct ravel_scenario){
#ifdef APART
                                .only = "set(1) | get() | get()",
#else
                                .only = "set(1) | get() get()",
#endif
#ifndef REAL_TIME
                                .condition = RAVEL_SEQUENTIALLY_CONSISTENT
#endif
                            });
}
