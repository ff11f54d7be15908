/*
 * Several mutexes locked in one step, once all of them are free: std::lock (include/ravel-c++).
 */
#define _GNU_SOURCE
#include "runtime/mutex.h"
#include "runtime/real.h"

static struct mutex *mutex_of(const struct thread *thread, unsigned i) {
  const struct rv_op *op = &thread->pending;
  return (struct mutex *)(i == 0 ? op->access.addr : op->more[i - 1].addr);
}

static const struct mutex *first_held(const struct thread *thread) {
  for (unsigned i = 0; i <= thread->pending.more_count; i++)
    if (mutex_is_held(mutex_of(thread, i)))
      return mutex_of(thread, i);
  return NULL;
}

static bool all_are_free(struct thread *thread) {
  return !first_held(thread);
}

static void lock_all_describe(const struct thread *thread, struct shared_wait *wait) {
  const struct mutex *mutex = first_held(thread);
  wait->kind = WAIT_MUTEX;
  wait->object = (uintptr_t)mutex;
  wait->holder = mutex ? mutex->holder - 1 : RV_NO_THREAD;
  wait->held_since = mutex ? mutex->locked_at : 0;
}

static const struct blocking until_all_are_free = {all_are_free, lock_all_describe};

/* Outside a worker: as the library would. */
static void lock_by_trying(pthread_mutex_t *const *mutexes, unsigned n) {
  for (unsigned first = 0;; first = (first + 1) % n) {
    pthread_mutex_lock(mutexes[first]);
    unsigned got = 1;
    while (got < n && pthread_mutex_trylock(mutexes[(first + got) % n]) == 0)
      got++;
    if (got == n)
      return;
    while (got-- > 0)
      pthread_mutex_unlock(mutexes[(first + got) % n]);
  }
}

void ravel_runtime_lock_all(pthread_mutex_t *const *mutexes, unsigned n);
EXPORT void ravel_runtime_lock_all(pthread_mutex_t *const *mutexes, unsigned n) {
  if (!rt.current || n > MAX_RANGES) {
    lock_by_trying(mutexes, n);
    return;
  }
  struct rv_access ranges[MAX_RANGES] = {0};
  for (unsigned i = 0; i < n; i++) {
    mutex_check((struct mutex *)mutexes[i], CALLER, FRAME);
    ranges[i] = (struct rv_access){(uintptr_t)mutexes[i], sizeof **mutexes, RV_READ | RV_WRITE};
  }
  visible_operation(&(struct rv_op){.kind = RV_OP_AWAIT,
                                    .access = ranges[0],
                                    .more_count = (uint16_t)(n - 1),
                                    .more = ranges + 1},
                    &until_all_are_free, CALLER);
  performed(0);
  for (unsigned i = 0; i < n; i++)
    mutex_take((struct mutex *)mutexes[i], CALLER, FRAME);
}
