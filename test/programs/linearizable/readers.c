// Calls that do not conflict may come in any real-time order, and all of these are right: sixteen
// reads have 63,063,000 orders. So may calls that add to two counters (-DCOUNTERS). What follows
// from one moment is looked at once. With -DSTALE the value that is read is stored in a step of its
// own: it can go down.
// expect: pass
// also: --cflags=-DCOUNTERS
// algorithms: optimal
// expect: pass
// also: --cflags=-DSTALE
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: add\(1\) \| add\(1\) \| get\(\) get\(\) \| get\(\)
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct object {
  atomic_long counters[2], old; // old: a copy of the first
};

static void *make_object(void) {
  return calloc(1, sizeof(struct object));
}

static long get(void *object, long none) {
  struct object *o = object;
  (void)none;
#ifdef STALE
  return atomic_load(&o->old);
#endif
  return atomic_load(&o->counters[0]);
}

static long add(void *object, long which) {
  struct object *o = object;
  const long before = atomic_fetch_add(&o->counters[which - 1], 1);
#ifdef STALE
  atomic_store(&o->old, before + 1);
#endif
  return before;
}

static const struct ravel_operation operations[] = {{"get", get}, {"add", add, .arg = {1, 2}}};

#if defined COUNTERS
#define SCENARIO "add(1) get() get() | add(1) get() get() | add(2) add(2) add(2)"
#elif defined STALE
#define SCENARIO "add(1) | add(1) | get() get() | get()"
#else
#define SCENARIO                                                                                   \
  "get() get() get() get() | get() get() get() get() | get() get() get() get() | get() get() "     \
  "get() get()"
#endif

int main(void) {
  return ravel_linearizable(make_object, free, operations, 2,
                            (struct ravel_scenario){.only = SCENARIO});
}
