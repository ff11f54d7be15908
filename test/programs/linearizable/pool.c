// A pool of two slots, which gives out pointers to them: what counts is which of these are the
// same, as another object has its slots elsewhere. With -DTORN it is not locked while it looks for
// one that is free: two threads get the same.
// expect: pass
// also: --cflags=-DTORN
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: take\(\) \| take\(\)
#include <pthread.h>
#include <ravel_linearizable.h>
#include <stdatomic.h>

enum { SLOTS = 2 };

struct pool {
  pthread_mutex_t lock;
  atomic_int used[SLOTS];
};

static void *make_pool(void) {
  return calloc(1, sizeof(struct pool));
}

static long take_slot(struct pool *pool) {
  for (int i = 0; i < SLOTS; i++)
    if (!atomic_load(&pool->used[i])) {
      atomic_store(&pool->used[i], 1);
      return (long)&pool->used[i];
    }
  return 0;
}

static long take(void *object, long none) {
  struct pool *pool = object;
  (void)none;
#ifdef TORN
  return take_slot(pool);
#else
  pthread_mutex_lock(&pool->lock);
  const long slot = take_slot(pool);
  pthread_mutex_unlock(&pool->lock);
  return slot;
#endif
}

static long give(void *object, long slot) {
  struct pool *pool = object;
  pthread_mutex_lock(&pool->lock);
  atomic_store(&pool->used[slot - 1], 0);
  pthread_mutex_unlock(&pool->lock);
  return 0;
}

static const struct ravel_operation operations[] = {{"take", take, .pointer = 1},
                                                    {"give", give, .arg = {1, SLOTS}}};

int main(void) {
  return ravel_linearizable(make_pool, free, operations, 2,
                            (struct ravel_scenario){.operations = 2, .final = 1});
}
