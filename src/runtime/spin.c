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
#include "runtime/spin.h"
#include "runtime/weak_loop.h"

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
  weak_loop_locks(rt.current, (uintptr_t)lock);
  if (rt.races == RACES_REPORT)
    datarace_lock(rt.current->tid, (uintptr_t)lock);
}

/* What is free to libc. */
static void spin_adopt(spin_t *lock) {
#ifdef __x86_64__
  enum { NATIVE_FREE = 1 };
#else
  enum { NATIVE_FREE = 0 };
#endif
  if (object_is_from_before((const void *)lock) && *lock == NATIVE_FREE)
    *lock = SPIN_FREE;
}

void spin_init(spin_t *lock, uint64_t pc, void *frame) {
  object_changes(RECORD_INIT, (const void *)lock, SIZE, pc, frame);
  if ((object_is_kept((const void *)lock) && spin_is_usable(lock) && holder(lock)) ||
      object_waiter((const void *)lock, SIZE) != RV_NO_THREAD)
    fail(ERROR_LOCK_MISUSE, pc, frame, "initialisation of a spin lock that is held");
  *lock = SPIN_FREE;
}

void spin_destroy(spin_t *lock, uint64_t pc, void *frame) {
  spin_adopt(lock);
  object_changes(RECORD_DESTROY, (const void *)lock, SIZE, pc, frame);
  spin_check_usable(lock, "destruction", pc, frame);
  if (holder(lock))
    fail(ERROR_LOCK_MISUSE, pc, frame, "destruction of a spin lock that is held");
  *lock = SPIN_DESTROYED;
}

void spin_lock(spin_t *lock, uint64_t pc, void *entry) {
  spin_adopt(lock);
  if (spin_is_mine(lock))
    fail(ERROR_LOCK_MISUSE, pc, entry,
         "a thread locks a spin lock that it holds already: it would spin for ever");
  visible_lock((uintptr_t)lock, SIZE, &until_free, pc, entry);
  spin_check_usable(lock, "lock", pc, entry);
  spin_take(lock);
  performed(0);
  record_access(RECORD_LOCK, (uintptr_t)lock, SIZE, 0, 0, pc);
}

bool spin_trylock(spin_t *lock, uint64_t pc, void *entry) {
  spin_adopt(lock);
  const struct rv_op op = {.kind = RV_OP_TRYLOCK,
                           .access = {(uintptr_t)lock, SIZE, RV_READ | RV_WRITE}};
  const bool fails = visible_try(&op, &insisting, false, pc, entry);
  spin_check_usable(lock, "trylock", pc, entry);
  const bool held = fails || holder(lock) != 0;
  if (held) {
    performed_as(1, RV_READ, RV_OP_FAILED);
  } else {
    spin_take(lock);
    performed(0);
  }
  record_access(RECORD_TRYLOCK, (uintptr_t)lock, SIZE, held, 0, pc);
  return !held;
}

void spin_unlock(spin_t *lock, uint64_t pc, void *frame) {
  spin_adopt(lock);
  if (!spin_is_mine(lock)) {
    object_access((const void *)lock, SIZE, RV_READ, 0, pc);
    spin_check_usable(lock, "unlock", pc, frame);
    fail(ERROR_LOCK_MISUSE, pc, frame, "unlock of a spin lock that the thread does not hold");
  }
  visible(RV_OP_UNLOCK, (uintptr_t)lock, SIZE, RV_READ | RV_WRITE, pc, NULL);
  if (unlikely(!spin_is_mine(lock))) /* somebody has overwritten it */
    fail(ERROR_LOCK_MISUSE, pc, frame, "unlock of a spin lock that the thread does not hold");
  if (rt.races == RACES_REPORT)
    datarace_unlock(rt.current->tid, (uintptr_t)lock);
  weak_loop_unlocks(rt.current, (uintptr_t)lock);
  *lock = SPIN_FREE;
  performed(0);
  record_access(RECORD_UNLOCK, (uintptr_t)lock, SIZE, 0, 0, pc);
}

void spin_make_usable(spin_t *lock) {
  if (*lock == 0)
    *lock = SPIN_FREE;
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  if (!rt.worker)
    return REAL(pthread_spin_init)(lock, shared);
  spin_init(lock, CALLER, FRAME);
  return 0;
}

EXPORT int pthread_spin_destroy(pthread_spinlock_t *lock) {
  if (!rt.current)
    return rt.worker ? 0 : REAL(pthread_spin_destroy)(lock);
  spin_destroy(lock, CALLER, FRAME);
  return 0;
}

EXPORT int pthread_spin_lock(pthread_spinlock_t *lock) {
  if (!rt.current)
    return REAL(pthread_spin_lock)(lock);
  spin_lock(lock, CALLER, ENTRY);
  return 0;
}

EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock) {
  if (!rt.current)
    return REAL(pthread_spin_trylock)(lock);
  return spin_trylock(lock, CALLER, ENTRY) ? 0 : EBUSY;
}

EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock) {
  if (!rt.current)
    return REAL(pthread_spin_unlock)(lock);
  spin_unlock(lock, CALLER, FRAME);
  return 0;
}
