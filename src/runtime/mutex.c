/*
 * Mutexes: normal, recursive, error-checking (and adaptive, which is normal), robust ones too.
 * Priority protocols are of no meaning where every schedule is explored.
 *
 * The state is in the program's own pthread_mutex_t, in an initialised one's zero bytes and
 * beside its kind, where libc keeps it too. So a statically initialised mutex needs no call, and
 * restoring the program's memory restores its mutexes.
 */
#define _GNU_SOURCE
#include "runtime/mutex.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "runtime/error.h"
#include "runtime/inside.h"
#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/remark.h"
#include "runtime/restore.h"
#include "runtime/sides.h"
#include "runtime/spinloop.h"
#include "runtime/time.h"
#include "runtime/weak_loop.h"

_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t), "it must fit");
_Static_assert(offsetof(struct mutex, kind) == offsetof(pthread_mutex_t, __data.__kind),
               "the kind must be where static initialisers put it");

/* In libc's kind, beside the type: what is robust; process-shared, the priority protocols and the
 * two about lock elision, which are of no meaning here. */
enum { MUTEX_DESTROYED = 0xdead, TYPE_MASK = 3, KIND_ROBUST = 16 };
enum { KIND_IGNORED = 32 | 64 | 128 | 256 | 512 };

/* What has become of a robust mutex: its holder has ended; its next holder has not yet called
 * pthread_mutex_consistent; it has unlocked it without. */
enum mutex_condition { CONSISTENT, ABANDONED, INCONSISTENT, NOT_RECOVERABLE };

static bool mutex_is_usable(const struct mutex *mutex) {
  return mutex->destroyed != MUTEX_DESTROYED &&
         !(mutex->kind & ~(TYPE_MASK | KIND_ROBUST | KIND_IGNORED)) && mutex->holder <= rt.high &&
         mutex->condition <= NOT_RECOVERABLE;
}

bool mutex_is_held(const struct mutex *mutex) {
  return mutex->holder != 0 && mutex_is_usable(mutex);
}

static bool mutex_is_free(struct thread *thread) {
  return !mutex_is_held((const struct mutex *)thread->pending.access.addr);
}

static void mutex_describe(const struct thread *thread, struct shared_wait *wait) {
  const struct mutex *mutex = (const struct mutex *)thread->pending.access.addr;
  wait->kind = WAIT_MUTEX;
  wait->holder = mutex->holder - 1; /* RV_NO_THREAD when it is free */
  wait->held_since = mutex->locked_at;
}

static const struct blocking until_free = {mutex_is_free, mutex_describe};
static const struct trial insisting = {RV_OP_LOCK, RV_READ | RV_WRITE, 0, &until_free};

static bool mutex_is_mine(const struct mutex *mutex) {
  return mutex->holder == rt.current->tid + 1 && mutex_is_usable(mutex);
}

static bool returns_errors(const struct mutex *mutex) {
  return (mutex->kind & TYPE_MASK) == PTHREAD_MUTEX_ERRORCHECK ||
         (mutex->kind & TYPE_MASK) == PTHREAD_MUTEX_RECURSIVE;
}

static bool is_recursive(const struct mutex *mutex) {
  return (mutex->kind & TYPE_MASK) == PTHREAD_MUTEX_RECURSIVE;
}

static bool is_robust(const struct mutex *mutex) {
  return mutex->kind & KIND_ROBUST;
}

/* `side` is what was done to the mutex before: by whom and where is told. */
__attribute__((format(printf, 5, 6))) static _Noreturn void misuse(const struct mutex *mutex,
                                                                   enum side side, uint64_t pc,
                                                                   void *frame, const char *format,
                                                                   ...) {
  char text[SHARED_MESSAGE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  struct shared_error *error =
      error_report(ERROR_LOCK_MISUSE, rt.current->tid, pc, frame, "%s", text);
  error->addr = (uintptr_t)mutex;
  error->size = sizeof(pthread_mutex_t);
  bool held = side == SIDE_LOCKED && mutex->holder;
  side_tell(&error->other, side, (uintptr_t)mutex, mutex->holder - 1, held ? mutex->locked_at : 0);
  error_stop();
}

static _Noreturn void misuse_of_unlocked(const struct mutex *mutex, uint64_t pc, void *frame) {
  misuse(mutex, SIDE_LOCKED, pc, frame, "unlock of a mutex that %s",
         mutex->holder ? "another thread holds" : "nobody holds");
}

static void mutex_check_usable(const struct mutex *mutex, const char *what, uint64_t pc,
                               void *frame) {
  if (mutex->destroyed == MUTEX_DESTROYED)
    misuse(mutex, SIDE_DESTROYED, pc, frame, "%s of a destroyed mutex", what);
  if (!mutex_is_usable(mutex))
    fail(ERROR_LOCK_MISUSE, pc, frame, "%s of a mutex that has not been initialised", what);
}

/* --- robust mutexes ------------------------------------------------------------------------------
 */

static void remember_robust(struct mutex *mutex) {
  mutex->next = rt.current->robust;
  rt.current->robust = mutex;
}

static void forget_robust(struct mutex *mutex) {
  struct mutex **at = &rt.current->robust;
  while (*at && *at != mutex)
    at = &(*at)->next;
  if (*at)
    *at = mutex->next;
}

/* --- operations ----------------------------------------------------------------------------------
 */

/* One on the stack of the current thread is gone with it. */
static bool outlasts_thread(const struct mutex *mutex) {
  return stack_owner((uintptr_t)mutex) != rt.current->tid;
}

/* The mutex is free, and now the thread's, unless it is of no use any more. */
static int mutex_take_or_fail(struct mutex *mutex, uint64_t pc, void *frame) {
  if (rt.races == RACES_REPORT)
    datarace_lock(rt.current->tid, (uintptr_t)mutex);
  if (unlikely(mutex->condition == NOT_RECOVERABLE))
    return ENOTRECOVERABLE;
  mutex->holder = rt.current->tid + 1;
  mutex->count = 1;
  mutex->locked_at = pc;
  side_note(SIDE_LOCKED, (uintptr_t)mutex, pc, frame);
  rt.current->held++;
  rt.current->outlast += outlasts_thread(mutex);
  rt.current->locked = mutex;
  weak_loop_locks(rt.current, (uintptr_t)mutex);
  if (likely(!is_robust(mutex)))
    return 0;
  remember_robust(mutex);
  weak_loop_ends(rt.current);
  if (mutex->condition != ABANDONED)
    return 0;
  mutex->condition = INCONSISTENT;
  return EOWNERDEAD;
}

/* Releases a mutex that the thread holds. */
static void free_it(struct mutex *mutex, enum mutex_condition condition, uint64_t pc) {
  if (rt.races == RACES_REPORT)
    datarace_unlock(rt.current->tid, (uintptr_t)mutex);
  weak_loop_unlocks(rt.current, (uintptr_t)mutex);
  if (unlikely(is_robust(mutex)))
    forget_robust(mutex);
  mutex->condition = condition;
  mutex->holder = 0;
  mutex->count = 0;
  rt.current->held--;
  rt.current->outlast -= outlasts_thread(mutex);
  if (rt.current->locked == mutex)
    rt.current->locked = NULL;
  record_access(RECORD_UNLOCK, (uintptr_t)mutex, sizeof(pthread_mutex_t), 0, 0, pc);
}

static void give_up(struct mutex *mutex, enum mutex_condition condition, uint64_t pc, void *frame,
                    void *entry) {
  visible(RV_OP_UNLOCK, (uintptr_t)mutex, sizeof(pthread_mutex_t), RV_READ | RV_WRITE, pc, entry);
  if (unlikely(!mutex_is_mine(mutex))) /* somebody has overwritten it */
    misuse_of_unlocked(mutex, pc, frame);
  free_it(mutex, condition, pc);
  performed(0);
}

/* What an unlock makes of a robust mutex. */
static enum mutex_condition condition_after(const struct mutex *mutex) {
  return mutex->condition == INCONSISTENT ? NOT_RECOVERABLE : CONSISTENT;
}

static bool looks_locked(const struct mutex *mutex) {
  return mutex->holder && mutex->holder <= rt.high && mutex->count &&
         in_program(mutex->locked_at) && mutex->destroyed != MUTEX_DESTROYED;
}

/* A mutex that a thread holds must not be made anew. */
int mutex_init(struct mutex *mutex, const pthread_mutexattr_t *attributes, uint64_t pc,
               void *frame) {
  object_changes(RECORD_INIT, mutex, sizeof(pthread_mutex_t), pc, frame);
  if ((object_is_kept(mutex) && looks_locked(mutex)) ||
      object_waiter(mutex, sizeof(pthread_mutex_t)) != RV_NO_THREAD)
    misuse(mutex, SIDE_LOCKED, pc, frame, "initialisation of a locked mutex");
  /* It reads the attributes and sets the kind. */
  const int result = REAL(pthread_mutex_init)((pthread_mutex_t *)mutex, attributes);
  if (rt.current)
    wipe_if_loops(); /* to look it up leaves more there */
  return result;
}

void mutex_check(const struct mutex *mutex, uint64_t pc, void *frame) {
  if (mutex_is_mine(mutex))
    misuse(mutex, SIDE_LOCKED, pc, frame,
           "a thread locks a mutex that it holds already: it would wait for itself for ever");
}

/* Libc keeps a word that says whether it is locked, where we have nothing, and who has locked it as
 * the kernel calls it. Of all threads of the process there is one in a check. */
static void mutex_adopt(struct mutex *mutex) {
  if (likely(!rt.inside) || !mutex->reserved || !object_is_from_before(mutex) ||
      mutex->holder != inside_caller())
    return;
  struct thread *const first = &rt.threads[0];
  *mutex = (struct mutex){.kind = mutex->kind, .holder = 1, .count = mutex->count + !mutex->count};
  first->held++;
  first->outlast++;
}

int mutex_take(struct mutex *mutex, uint64_t pc, void *frame) {
  mutex_check_usable(mutex, "lock", pc, frame);
  int result = mutex_take_or_fail(mutex, pc, frame);
  record_access(RECORD_LOCK, (uintptr_t)mutex, sizeof(pthread_mutex_t), (uint64_t)result, 0, pc);
  return result;
}

int mutex_lock(struct mutex *mutex, uint64_t pc, void *frame, void *entry) {
  mutex_adopt(mutex);
  if (mutex_is_mine(mutex) && is_recursive(mutex)) {
    not_spinning();
    mutex->count++;
    return 0;
  }
  if (mutex_is_mine(mutex) && returns_errors(mutex))
    return EDEADLK;
  mutex_check(mutex, pc, frame);
  visible_lock((uintptr_t)mutex, sizeof(pthread_mutex_t), &until_free, pc, entry);
  int result = mutex_take(mutex, pc, frame);
  performed((uint64_t)result);
  return result;
}

/* `timed`: it has waited until now. */
static int mutex_try(struct mutex *mutex, bool timed, uint64_t pc, void *frame) {
  mutex_adopt(mutex);
  if (mutex_is_mine(mutex) && is_recursive(mutex)) {
    not_spinning();
    mutex->count++;
    return 0;
  }
  const struct rv_op op = {
      .kind = RV_OP_TRYLOCK,
      .access = {(uintptr_t)mutex, sizeof(pthread_mutex_t), RV_READ | RV_WRITE}};
  const bool fails = visible_try(&op, &insisting, timed, pc, frame);
  mutex_check_usable(mutex, "trylock", pc, frame);
  int result = fails || mutex->holder ? EBUSY : mutex_take_or_fail(mutex, pc, frame);
  if (result == EBUSY)
    performed_as(EBUSY, RV_READ, RV_OP_FAILED);
  else
    performed((uint64_t)result);
  record_access(RECORD_TRYLOCK, (uintptr_t)mutex, sizeof(pthread_mutex_t), (uint64_t)result, 0, pc);
  return result;
}

int mutex_trylock(struct mutex *mutex, uint64_t pc, void *frame) {
  return mutex_try(mutex, false, pc, frame);
}

int mutex_timedlock(struct mutex *mutex, clockid_t clock, const struct timespec *until, uint64_t pc,
                    void *frame) {
  if (mutex_is_mine(mutex) && (mutex->kind & TYPE_MASK) == PTHREAD_MUTEX_ERRORCHECK)
    return EDEADLK;
  int result = mutex_try(mutex, time_is_ahead(clock, until), pc, frame);
  if (result != EBUSY)
    return result;
  if (!time_is_valid(until))
    return EINVAL;
  time_out(clock, until);
  return ETIMEDOUT;
}

/* A thread wants something of a mutex that it does not hold. Others may change it until then. */
static void mutex_look_at(const struct mutex *mutex, const char *what, uint64_t pc, void *frame) {
  object_access(mutex, sizeof(pthread_mutex_t), RV_READ, 0, pc);
  mutex_check_usable(mutex, what, pc, frame);
  performed(0);
}

int mutex_unlock(struct mutex *mutex, uint64_t pc, void *frame, void *entry) {
  mutex_adopt(mutex);
  if (!mutex_is_mine(mutex)) {
    mutex_look_at(mutex, "unlock", pc, frame);
    if (returns_errors(mutex) || is_robust(mutex))
      return EPERM;
    misuse_of_unlocked(mutex, pc, frame);
  }
  if (mutex->count > 1) {
    not_spinning();
    mutex->count--;
    return 0;
  }
  give_up(mutex, condition_after(mutex), pc, frame, entry);
  return 0;
}

int mutex_check_held(struct mutex *mutex, const char *what, uint64_t pc, void *frame) {
  mutex_adopt(mutex);
  if (mutex_is_mine(mutex))
    return 0;
  mutex_look_at(mutex, "unlock", pc, frame);
  if (returns_errors(mutex) || is_robust(mutex))
    return EPERM;
  fail(ERROR_LOCK_MISUSE, pc, frame, "%s holding the mutex", what);
}

void mutex_let_go(struct mutex *mutex, uint64_t pc) {
  if (mutex->count > 1)
    mutex->count--;
  else
    free_it(mutex, condition_after(mutex), pc);
}

void mutex_destroy(struct mutex *mutex, uint64_t pc, void *frame) {
  mutex_adopt(mutex);
  object_changes(RECORD_DESTROY, mutex, sizeof(pthread_mutex_t), pc, frame);
  mutex_check_usable(mutex, "destruction", pc, frame);
  if (mutex->holder)
    misuse(mutex, SIDE_LOCKED, pc, frame, "destruction of a locked mutex");
  mutex->destroyed = MUTEX_DESTROYED;
  side_note(SIDE_DESTROYED, (uintptr_t)mutex, pc, frame);
}

/* A mutex that is not robust stays locked for ever. A thread that locks it then deadlocks; perhaps
 * none does. It may lie in memory that has been freed. */
static void remark_on_held(const struct thread *self) {
  const struct mutex *const mutex = self->locked;
  const uint64_t at =
      mutex ? contents_if_any((uintptr_t)&mutex->locked_at, sizeof mutex->locked_at) : 0;
  if (at && outlasts_thread(mutex))
    remark(REMARK_ENDS_LOCKED, at);
  else
    remark(REMARK_LOCKED, rt.shared->threads[self->tid].created_at);
}

void mutexes_leave(void) {
  while (rt.current->robust)
    give_up(rt.current->robust, ABANDONED, 0, FRAME, NULL);
  if (rt.current->outlast)
    remark_on_held(rt.current);
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!rt.current)
    return REAL(pthread_mutex_lock)(mutex);
  return mutex_lock((struct mutex *)mutex, CALLER, FRAME, ENTRY);
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  if (!rt.current)
    return REAL(pthread_mutex_trylock)(mutex);
  return mutex_trylock((struct mutex *)mutex, CALLER, ENTRY);
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
  if (!rt.current)
    return REAL(pthread_mutex_timedlock)(mutex, until);
  return mutex_timedlock((struct mutex *)mutex, CLOCK_REALTIME, until, CALLER, ENTRY);
}

EXPORT int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                   const struct timespec *until) {
  if (!rt.current)
    return REAL(pthread_mutex_clocklock)(mutex, clock, until);
  return mutex_timedlock((struct mutex *)mutex, clock, until, CALLER, ENTRY);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (!rt.current)
    return REAL(pthread_mutex_unlock)(mutex);
  return mutex_unlock((struct mutex *)mutex, CALLER, FRAME, ENTRY);
}

EXPORT int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  if (!rt.current)
    return REAL(pthread_mutex_init)(mutex, attributes);
  return mutex_init((struct mutex *)mutex, attributes, CALLER, FRAME);
}

EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  if (!rt.current)
    return REAL(pthread_mutex_destroy)(mutex);
  mutex_destroy((struct mutex *)mutex, CALLER, FRAME);
  return 0;
}

EXPORT int pthread_mutex_consistent(pthread_mutex_t *mutex) {
  if (!rt.current)
    return REAL(pthread_mutex_consistent)(mutex);
  struct mutex *state = (struct mutex *)mutex;
  if (!mutex_is_mine(state))
    mutex_look_at(state, "pthread_mutex_consistent", CALLER, FRAME);
  if (!is_robust(state) || !mutex_is_mine(state) || state->condition != INCONSISTENT)
    return EINVAL;
  state->condition = CONSISTENT;
  return 0;
}

EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *ceiling) {
  if (!rt.current)
    return REAL(pthread_mutex_getprioceiling)(mutex, ceiling);
  *ceiling = 0;
  return 0;
}

EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old) {
  if (!rt.current)
    return REAL(pthread_mutex_setprioceiling)(mutex, ceiling, old);
  *old = 0;
  return 0;
}
