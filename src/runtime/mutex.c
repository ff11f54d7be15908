/*
 * Mutexes: normal, recursive, error-checking (and adaptive, which is normal).
 *
 * The state is in the program's own pthread_mutex_t, in an initialised one's zero bytes and
 * beside its kind, where libc keeps it too. So a statically initialised mutex needs no call, and
 * restoring the program's memory restores its mutexes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "runtime/datarace.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

struct mutex {
  uint32_t reserved;
  uint32_t count;     /* how often its holder has locked it */
  uint32_t holder;    /* thread number + 1; 0: it is free */
  uint32_t destroyed; /* MUTEX_DESTROYED */
  int32_t kind;       /* PTHREAD_MUTEX_*, where libc's initialisers put it */
  uint32_t reserved2;
  uint64_t locked_at; /* pc of the call that locked it */
};
_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t), "it must fit");
_Static_assert(offsetof(struct mutex, kind) == offsetof(pthread_mutex_t, __data.__kind),
               "the kind must be where static initialisers put it");

/* In libc's kind: process-shared and the two about lock elision; of no meaning here. */
enum { MUTEX_DESTROYED = 0xdead, KIND_MASK = 3, KIND_IGNORED = 128 | 256 | 512 };

static bool is_free(struct thread *thread) {
  return ((const struct mutex *)thread->pending.access.addr)->holder == 0;
}

static void describe(const struct thread *thread, struct shared_wait *wait) {
  const struct mutex *mutex = (const struct mutex *)thread->pending.access.addr;
  wait->kind = WAIT_MUTEX;
  wait->holder = mutex->holder - 1; /* RV_NO_THREAD when it is free */
  wait->held_since = mutex->locked_at;
}

static const struct blocking until_free = {is_free, describe};

static bool is_mine(const struct mutex *mutex) {
  return mutex->holder == rt.current->tid + 1;
}

static bool returns_errors(const struct mutex *mutex) {
  return (mutex->kind & KIND_MASK) == PTHREAD_MUTEX_ERRORCHECK ||
         (mutex->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE;
}

static bool is_recursive(const struct mutex *mutex) {
  return (mutex->kind & KIND_MASK) == PTHREAD_MUTEX_RECURSIVE;
}

static void check_usable(const struct mutex *mutex, const char *what, uint64_t pc, void *frame) {
  if (mutex->destroyed == MUTEX_DESTROYED)
    fail(ERROR_LOCK_MISUSE, pc, frame, "%s of a destroyed mutex", what);
  if (mutex->kind & ~KIND_MASK)
    fail(ERROR_UNSUPPORTED, pc, frame, "%s of a robust or priority mutex is not supported", what);
}

static void take(struct mutex *mutex, uint64_t pc) {
  mutex->holder = rt.current->tid + 1;
  mutex->count = 1;
  mutex->locked_at = pc;
  rt.current->held++;
  if (rt.races == RACES_REPORT)
    datarace_acquire(rt.current->tid, (uintptr_t)mutex);
}

static int lock(struct mutex *mutex, uint64_t pc, void *frame) {
  check_usable(mutex, "lock", pc, frame);
  if (is_mine(mutex)) {
    if (is_recursive(mutex)) {
      mutex->count++;
      return 0;
    }
    if (returns_errors(mutex))
      return EDEADLK;
    fail(ERROR_LOCK_MISUSE, pc, frame,
         "a thread locks a mutex that it holds already: it would "
         "wait for itself for ever");
  }
  visible_blocking(RV_OP_LOCK, (uintptr_t)mutex, sizeof(pthread_mutex_t), &until_free, pc);
  check_usable(mutex, "lock", pc, frame);
  take(mutex, pc);
  performed(0);
  record_access(RECORD_LOCK, (uintptr_t)mutex, sizeof(pthread_mutex_t), 0, 0, pc);
  return 0;
}

static int trylock(struct mutex *mutex, uint64_t pc, void *frame) {
  check_usable(mutex, "trylock", pc, frame);
  if (is_mine(mutex) && is_recursive(mutex)) {
    mutex->count++;
    return 0;
  }
  visible(RV_OP_TRYLOCK, (uintptr_t)mutex, sizeof(pthread_mutex_t), RV_READ | RV_WRITE, pc);
  check_usable(mutex, "trylock", pc, frame);
  int result = mutex->holder ? EBUSY : 0;
  if (result)
    performed_as(1, RV_READ, RV_OP_FAILED);
  else {
    take(mutex, pc);
    performed(0);
  }
  record_access(RECORD_TRYLOCK, (uintptr_t)mutex, sizeof(pthread_mutex_t), result != 0, 0, pc);
  return result;
}

static int unlock(struct mutex *mutex, uint64_t pc, void *frame) {
  check_usable(mutex, "unlock", pc, frame);
  if (!is_mine(mutex)) {
    if (returns_errors(mutex))
      return EPERM;
    fail(ERROR_LOCK_MISUSE, pc, frame, "unlock of a mutex that the thread does not hold");
  }
  if (mutex->count > 1) {
    mutex->count--;
    return 0;
  }
  visible(RV_OP_UNLOCK, (uintptr_t)mutex, sizeof(pthread_mutex_t), RV_READ | RV_WRITE, pc);
  if (rt.races == RACES_REPORT)
    datarace_release(rt.current->tid, (uintptr_t)mutex);
  mutex->holder = 0;
  mutex->count = 0;
  rt.current->held--;
  performed(0);
  record_access(RECORD_UNLOCK, (uintptr_t)mutex, sizeof(pthread_mutex_t), 0, 0, pc);
  return 0;
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!rt.current)
    return REAL(pthread_mutex_lock)(mutex);
  return lock((struct mutex *)mutex, CALLER, FRAME);
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  if (!rt.current)
    return REAL(pthread_mutex_trylock)(mutex);
  return trylock((struct mutex *)mutex, CALLER, FRAME);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (!rt.current)
    return REAL(pthread_mutex_unlock)(mutex);
  return unlock((struct mutex *)mutex, CALLER, FRAME);
}

EXPORT int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  if (!rt.current)
    return REAL(pthread_mutex_init)(mutex, attributes);
  int error = REAL(pthread_mutex_init)(mutex, attributes); /* reads the attributes, sets the kind */
  ((struct mutex *)mutex)->kind &= ~KIND_IGNORED;
  return error;
}

EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  if (!rt.current)
    return REAL(pthread_mutex_destroy)(mutex);
  struct mutex *state = (struct mutex *)mutex;
  check_usable(state, "destruction", CALLER, FRAME);
  if (state->holder)
    fail(ERROR_LOCK_MISUSE, CALLER, FRAME, "destruction of a locked mutex");
  state->destroyed = MUTEX_DESTROYED;
  return 0;
}
