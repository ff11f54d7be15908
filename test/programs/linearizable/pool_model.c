// A pool that gives out its slots one after the other, and a model of it that counts. Whether the
// call of one thread or that of the other comes first, the model is in the same state afterwards;
// but which pointer is that of the first slot differs, and a later call tells. So what follows a
// state depends on the pointers that were given out before it. With -DTORN two threads get the same
// slot.
// expect: pass
// also: --cflags=-DTORN
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: take\(\) \| take\(\)
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct pool {
  atomic_long used, slots[4];
};

static void *make_pool(void) {
  return calloc(1, sizeof(struct pool));
}

static long take(void *object, long none) {
  struct pool *pool = object;
  (void)none;
#ifdef TORN
  const long slot = atomic_load(&pool->used);
  atomic_store(&pool->used, slot + 1);
#else
  const long slot = atomic_fetch_add(&pool->used, 1);
#endif
  return (long)&pool->slots[slot];
}

static long first(void *object, long none) {
  (void)none;
  return (long)&((struct pool *)object)->slots[0];
}

static void *make_count(void) {
  return calloc(1, sizeof(long));
}

static long count(void *object, long none) {
  (void)none;
  return ++*(long *)object;
}

static long number_of_first(void *object, long none) {
  (void)object, (void)none;
  return 1;
}

static const struct ravel_operation operations[] = {{"take", take, .pointer = 1},
                                                    {"first", first, .pointer = 1}};
static const struct ravel_operation counting[] = {{"take", count, .pointer = 1},
                                                  {"first", number_of_first, .pointer = 1}};
static const struct ravel_model model = {make_count, free, counting, sizeof(long)};

int main(void) {
  return ravel_linearizable(make_pool, free, operations, 2,
                            (struct ravel_scenario){.operations = 1, .final = 1, .model = &model});
}
