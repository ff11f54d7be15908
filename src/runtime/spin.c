/*
 * Spin locks. To the explorer they are mutexes: whoever would spin waits.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/record.h"

/* A pthread_spinlock_t is a word. */
typedef volatile int32_t spin_t;
_Static_assert(sizeof(spin_t) == sizeof(pthread_spinlock_t), "it must be the same");

enum { SIZE = sizeof(spin_t) };
enum { SPIN_FREE = 0x5b1a0000, SPIN_DESTROYED = 0x5b1bdead, HOLDER = 0xffff };
_Static_assert((int)SHARED_MAX_THREADS < (int)HOLDER, "a thread number must fit");

static bool spin_is_usable(const spin_t *lock) {
  return (*lock & ~HOLDER) == SPIN_FREE;
}

/* Thread number + 1; 0: it is free. */
static uint32_t holder(const spin_t *lock) {
  return (uint32_t)*lock & HOLDER;
}

static bool spin_is_free(struct thread *thread) {
  const spin_t *lock = (const spin_t *)thread->pending.access.addr;
  return !spin_is_usable(lock) || holder(lock) == 0;
}

static void spin_describe(const struct thread *thread, struct shared_wait *wait) {
  wait->kind = WAIT_SPIN;
  wait->holder = holder((const spin_t *)thread->pending.access.addr) - 1;
}

static const struct blocking until_free = {spin_is_free, spin_describe};
static const struct trial insisting = {RV_OP_LOCK, RV_READ | RV_WRITE, 0, &until_free};

static void spin_check_usable(const spin_t *lock, const char *what, uint64_t pc, void *frame) {
  if (!spin_is_usable(lock))
    fail(ERROR_LOCK_MISUSE, pc, frame, "%s of a spin lock that %s", what,
         *lock == SPIN_DESTROYED ? "is destroyed" : "has not been initialised");
}

static bool spin_is_mine(const spin_t *lock) {
  return spin_is_usable(lock) && holder(lock) == rt.current->tid + 1;
}

static void spin_take(spin_t *lock) {
  *lock = (int32_t)(SPIN_FREE | (rt.current->tid + 1));
  object_acquire((const void *)lock);
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  if (!rt.worker)
    return REAL(pthread_spin_init)(lock, shared);
  object_changes(RECORD_INIT, (const void *)lock, SIZE, CALLER, FRAME);
  if ((object_is_kept((const void *)lock) && spin_is_usable(lock) && holder(lock)) ||
      object_waiter((const void *)lock, SIZE) != RV_NO_THREAD)
    fail(ERROR_LOCK_MISUSE, CALLER, FRAME, "initialisation of a spin lock that is held");
  *lock = SPIN_FREE;
  return 0;
}

EXPORT int pthread_spin_destroy(pthread_spinlock_t *lock) {
  if (!rt.current)
    return rt.worker ? 0 : REAL(pthread_spin_destroy)(lock);
  object_changes(RECORD_DESTROY, (const void *)lock, SIZE, CALLER, FRAME);
  spin_check_usable(lock, "destruction", CALLER, FRAME);
  if (holder(lock))
    fail(ERROR_LOCK_MISUSE, CALLER, FRAME, "destruction of a spin lock that is held");
  *lock = SPIN_DESTROYED;
  return 0;
}

EXPORT int pthread_spin_lock(pthread_spinlock_t *lock) {
  if (!rt.current)
    return REAL(pthread_spin_lock)(lock);
  if (spin_is_mine(lock))
    fail(ERROR_LOCK_MISUSE, CALLER, FRAME,
         "a thread locks a spin lock that it holds already: it would spin for ever");
  visible_lock((uintptr_t)lock, SIZE, &until_free, CALLER, ENTRY);
  spin_check_usable(lock, "lock", CALLER, FRAME);
  spin_take(lock);
  performed(0);
  record_access(RECORD_LOCK, (uintptr_t)lock, SIZE, 0, 0, CALLER);
  return 0;
}

EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock) {
  if (!rt.current)
    return REAL(pthread_spin_trylock)(lock);
  const struct rv_op op = {.kind = RV_OP_TRYLOCK,
                           .access = {(uintptr_t)lock, SIZE, RV_READ | RV_WRITE}};
  const bool fails = visible_try(&op, &insisting, false, CALLER, ENTRY);
  spin_check_usable(lock, "trylock", CALLER, FRAME);
  const bool held = fails || holder(lock) != 0;
  if (held) {
    performed_as(1, RV_READ, RV_OP_FAILED);
  } else {
    spin_take(lock);
    performed(0);
  }
  record_access(RECORD_TRYLOCK, (uintptr_t)lock, SIZE, held, 0, CALLER);
  return held ? EBUSY : 0;
}

EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock) {
  if (!rt.current)
    return REAL(pthread_spin_unlock)(lock);
  if (!spin_is_mine(lock)) {
    object_access((const void *)lock, SIZE, RV_READ, 0, CALLER);
    spin_check_usable(lock, "unlock", CALLER, FRAME);
    fail(ERROR_LOCK_MISUSE, CALLER, FRAME, "unlock of a spin lock that the thread does not hold");
  }
  visible(RV_OP_UNLOCK, (uintptr_t)lock, SIZE, RV_READ | RV_WRITE, CALLER);
  object_release((const void *)lock);
  *lock = SPIN_FREE;
  performed(0);
  record_access(RECORD_UNLOCK, (uintptr_t)lock, SIZE, 0, 0, CALLER);
  return 0;
}
