/*
 * Condition variables.
 *
 * A wait is three steps: unlock the mutex and enter the set of waiters; take a wakeup; lock the
 * mutex again. A signal provides a wakeup for the threads that wait at that time. The first of them
 * to take it gets it, so any of them may be woken; threads that wait later cannot take it. A
 * broadcast, and a signal that leaves as many wakeups as waiters, wake all of them; taking a wakeup
 * then only reads.
 *
 * The set is a list of records on the waiters' stacks. A wakeup is kept with the youngest waiter at
 * the time of the signal, and is for that waiter and all older ones. If there are several, a thread
 * takes the one with the fewest candidates; so every wakeup keeps a candidate.
 *
 * Operations access two parts of the object: the set (entering and leaving it are additions) and
 * the wakeups. A signal accesses both; if no thread waits, it only reads.
 */
#define _GNU_SOURCE
#include "runtime/cond.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#include "runtime/cancel.h"
#include "runtime/coverage.h"
#include "runtime/cut.h"
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/remark.h"
#include "runtime/time.h"

struct waiter {
  struct waiter *older;
  struct cond *cond;
  const struct mutex *mutex;
  uint32_t wakeups; /* for this one and all older ones */
  bool woken;       /* it is no longer in the list */
};

/* In libc's attributes: process-shared, which is of no meaning here, and the clock. */
enum { ATTRIBUTE_SHARED = 1, ATTRIBUTE_MONOTONIC = 2 };

_Static_assert(sizeof(struct cond) <= sizeof(pthread_cond_t), "it must fit");
_Static_assert(offsetof(struct cond, attributes) == offsetof(pthread_cond_t, __data.__wrefs),
               "the clock must be where libc's initialisation puts it");

enum {
  SIZE = sizeof(pthread_cond_t),
  SET_SIZE = offsetof(struct cond, wakes),
  WAKES_SIZE = sizeof(((struct cond *)0)->wakes),
  BOTH_SIZE = SET_SIZE + WAKES_SIZE,
};

/* --- the set -------------------------------------------------------------------------------------
 */

/* The record that holds the wakeup which a waiter is to take; NULL: there is none for it. */
static struct waiter *find_wakeup(const struct waiter *self) {
  struct waiter *found = NULL, *at = self->cond->youngest;
  for (;; at = at->older) {
    if (at->wakeups)
      found = at;
    if (at == self)
      return found;
  }
}

static void cond_enter(struct cond *cond, struct waiter *self) {
  self->older = cond->youngest;
  cond->youngest = self;
  cond->waiters++;
}

static void wake_all(struct cond *cond) {
  for (struct waiter *at = cond->youngest; at; at = at->older)
    at->woken = true;
  cond->youngest = NULL;
  cond->waiters = cond->wakeups = 0;
}

/* Without a wakeup. Those that were kept with it are for the older ones. */
static void cond_leave(struct cond *cond, struct waiter *self) {
  struct waiter **at = &cond->youngest;
  while (*at != self)
    at = &(*at)->older;
  *at = self->older;
  if (self->older)
    self->older->wakeups += self->wakeups;
  if (--cond->waiters == cond->wakeups)
    wake_all(cond);
}

/* Takes a wakeup if there is one. How the operation accesses the wakeups then, or 0. */
static uint32_t cond_take(struct waiter *self) {
  if (self->woken)
    return RV_READ;
  struct waiter *with = find_wakeup(self);
  if (!with)
    return 0;
  with->wakeups--;
  self->cond->wakeups--;
  cond_leave(self->cond, self);
  return RV_READ | RV_WRITE;
}

static bool has_wakeup(struct thread *thread) {
  const struct waiter *self = thread->ticket;
  return self->woken || find_wakeup(self);
}

static void cond_describe(const struct thread *thread, struct shared_wait *wait) {
  wait->kind = WAIT_COND;
  wait->object = (uintptr_t)((const struct waiter *)thread->ticket)->cond;
}

static const struct blocking until_woken = {has_wakeup, cond_describe};

/* --- waiting -------------------------------------------------------------------------------------
 */

static void cond_check_usable(const struct cond *cond, const char *what, uint64_t pc, void *frame) {
  if (cond->life == OBJECT_DESTROYED)
    fail(ERROR_LOCK_MISUSE, pc, frame, "%s of a destroyed condition variable", what);
  if (cond->life || cond->attributes > (ATTRIBUTE_SHARED | ATTRIBUTE_MONOTONIC))
    fail(ERROR_LOCK_MISUSE, pc, frame, "%s of a condition variable that has not been initialised",
         what);
}

/* For a thread that does not begin to wait: only initialisation and destruction conflict. */
static void look_alive(const struct cond *cond, uint64_t pc, void *frame) {
  object_access(&cond->life, sizeof cond->life, RV_READ, 0, pc);
  cond_check_usable(cond, "wait", pc, frame);
  performed(0);
}

/* The thread unlocks the mutex and is in the set. */
static void cond_begin(struct waiter *self, struct mutex *mutex, uint64_t pc, void *frame) {
  struct cond *cond = self->cond;
  const struct rv_access unlock = {(uintptr_t)mutex, sizeof(pthread_mutex_t), RV_ADD};
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY,
                                    .flags = RV_OP_RELEASES,
                                    .access = {(uintptr_t)cond, SET_SIZE, RV_ADD},
                                    .more = &unlock,
                                    .more_count = mutex->count == 1},
                    NULL, pc);
  object_check(cond, SIZE, pc);
  cond_check_usable(cond, "wait", pc, frame);
  if (cond->youngest && cond->youngest->mutex != mutex)
    fail(ERROR_LOCK_MISUSE, pc, frame,
         "a thread waits on a condition variable with another mutex than those that wait already");
  mutex_let_go(mutex, pc);
  cond_enter(cond, self);
  rt.current->ticket = self;
  performed(0);
  remark_waited(cond);
  record_access(RECORD_WAIT, (uintptr_t)cond, SIZE, 0, 0, pc);
}

static void record_woken(const struct waiter *self, enum woken_by by, uint64_t pc) {
  record_access(RECORD_WOKEN, (uintptr_t)self->cond, SIZE, by, 0, pc);
}

static void leave_cancelled(struct waiter *self, uint64_t pc) {
  if (!self->woken)
    cond_leave(self->cond, self);
  performed_as(UINT64_MAX, RV_READ | RV_WRITE, RV_OP_VARIES);
  record_woken(self, WOKEN_BY_CANCEL, pc);
}

/* Until there is a wakeup. False: the thread has been cancelled. */
static bool wait_for_wakeup(struct waiter *self, uint64_t pc) {
  const struct rv_op op = {
      .kind = RV_OP_AWAIT,
      .flags = RV_OP_VARIES,
      .access = {(uintptr_t)self->cond->wakes, WAKES_SIZE, RV_READ | RV_WRITE}};
  if (visible_or_cancelled(&op, visible_operation, &until_woken, pc)) {
    leave_cancelled(self, pc);
    return false;
  }
  performed_as(0, cond_take(self), RV_OP_VARIES);
  record_woken(self, WOKEN_BY_SIGNAL, pc);
  return true;
}

static bool may_wake_for_nothing(void) {
  const uint32_t bound = rt.shared->request.spurious;
  if (rt.solo || rt.current->spurious < bound)
    return !rt.solo;
  if (bound)
    bound_met(BOUND_SPURIOUS);
  else
    not_covered_once("spurious wakeups of condition variables; --spurious explores them");
  return false;
}

/* A wakeup if there is one now, and else an end to waiting for another reason. */
static enum woken_by wait_no_longer(struct waiter *self, bool timed, uint64_t pc) {
  struct cond *cond = self->cond;
  const struct rv_access set = {(uintptr_t)cond, SET_SIZE, RV_ADD};
  const struct rv_op op = {.kind = RV_OP_MEMORY,
                           .flags = RV_OP_VARIES,
                           .access = {(uintptr_t)cond->wakes, WAKES_SIZE, RV_READ | RV_WRITE},
                           .more = &set,
                           .more_count = 1};
  if (visible_or_cancelled(&op, visible_timed, &until_woken, pc)) {
    leave_cancelled(self, pc);
    return WOKEN_BY_CANCEL;
  }
  const uint32_t taken = cond_take(self);
  performed_as(!taken, taken ? taken : RV_READ, RV_OP_VARIES);
  if (taken)
    return WOKEN_BY_SIGNAL;
  cond_leave(cond, self);
  if (!may_wake_for_nothing())
    return WOKEN_BY_TIME;
  if (timed) {
    visible_choice(2, pc);
    performed(rt.choice);
  }
  if (timed && rt.choice == 0)
    return WOKEN_BY_TIME;
  rt.current->spurious++;
  return WOKEN_BY_NOTHING;
}

/* Between unlocking the mutex and locking it again. ECANCELED: the thread has been. */
static int cond_waiter_wait(struct waiter *self, clockid_t clock, const struct timespec *until,
                            uint64_t pc) {
  if (!until && !may_wake_for_nothing())
    return wait_for_wakeup(self, pc) ? 0 : ECANCELED;
  const enum woken_by by = wait_no_longer(self, until, pc);
  if (by == WOKEN_BY_CANCEL)
    return ECANCELED;
  record_woken(self, by, pc);
  if (by != WOKEN_BY_TIME)
    return 0;
  time_out(clock, until);
  return ETIMEDOUT;
}

/* Libc counts those that have ever waited where we have a pointer, which is no small number. */
static void cond_adopt(struct cond *cond) {
  if (object_is_from_before(cond) && cond->youngest &&
      (uintptr_t)cond->youngest < SHARED_STACKS_BASE)
    *cond =
        (struct cond){.attributes = cond->attributes & (ATTRIBUTE_SHARED | ATTRIBUTE_MONOTONIC)};
}

int cond_wait(struct cond *cond, struct mutex *mutex, clockid_t clock, const struct timespec *until,
              uint64_t pc, void *frame) {
  cond_adopt(cond);
  if (until && !time_is_valid(until))
    return EINVAL;
  int result = mutex_check_held(mutex, "a thread waits on a condition variable without", pc, frame);
  if (result)
    return result;
  if (until)
    cancellation_point(pc, NULL);
  if (until && time_has_come(clock, until)) {
    look_alive(cond, pc, frame);
    mutex_unlock(mutex, pc, frame, NULL);
    time_out(clock, until);
    result = ETIMEDOUT;
  } else {
    struct waiter self = {.cond = cond, .mutex = mutex};
    cond_begin(&self, mutex, pc, frame);
    result = cond_waiter_wait(&self, clock, until, pc);
  }
  const int locked = mutex_lock(mutex, pc, frame, NULL);
  if (result == ECANCELED)
    cancellation_act();
  return locked ? locked : result;
}

/* --- waking --------------------------------------------------------------------------------------
 */

/* How many there are to wake. */
static uint32_t cond_look(struct cond *cond, const char *what, enum record_kind kind, uint64_t pc,
                          void *frame) {
  object_access(cond, BOTH_SIZE, RV_READ | RV_WRITE, RV_OP_VARIES | RV_OP_RELEASES, pc);
  cond_check_usable(cond, what, pc, frame);
  performed_as(0, cond->waiters ? RV_READ | RV_WRITE : RV_READ, RV_OP_VARIES | RV_OP_RELEASES);
  const uint32_t left = cond->waiters - cond->wakeups;
  if (!left && !rt.solo) /* there, nobody can wait */
    remark_signalled(cond, pc);
  record_access(kind, (uintptr_t)cond, SIZE, left, 0, pc);
  return left;
}

void cond_signal(struct cond *cond, uint64_t pc, void *frame) {
  cond_adopt(cond);
  const uint32_t left = cond_look(cond, "signal", RECORD_SIGNAL, pc, frame);
  if (left == 1)
    wake_all(cond);
  if (left <= 1)
    return;
  cond->youngest->wakeups++;
  cond->wakeups++;
}

void cond_broadcast(struct cond *cond, uint64_t pc, void *frame) {
  cond_adopt(cond);
  if (cond_look(cond, "broadcast", RECORD_BROADCAST, pc, frame))
    wake_all(cond);
}

/* Whether a thread waits that has not been woken. The object itself may never have been
 * initialised. */
static bool is_waited_on(const struct cond *cond) {
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    const struct thread *thread = &rt.threads[tid];
    if (thread->state == THREAD_READY && thread->pending.access.addr == (uintptr_t)cond->wakes &&
        !((const struct waiter *)thread->ticket)->woken)
      return true;
  }
  return false;
}

int cond_init(struct cond *cond, const void *attributes, uint64_t pc, void *frame) {
  object_changes(RECORD_INIT, cond, SIZE, pc, frame);
  if (is_waited_on(cond))
    fail(ERROR_LOCK_MISUSE, pc, frame,
         "initialisation of a condition variable on which a thread waits");
  /* It reads the attributes and sets the clock. */
  return REAL(pthread_cond_init)((pthread_cond_t *)cond, attributes);
}

/* Woken threads may still be inside the wait. */
void cond_destroy(struct cond *cond, uint64_t pc, void *frame) {
  cond_adopt(cond);
  object_changes(RECORD_DESTROY, cond, SIZE, pc, frame);
  cond_check_usable(cond, "destruction", pc, frame);
  if (cond->youngest)
    fail(ERROR_LOCK_MISUSE, pc, frame,
         "destruction of a condition variable on which a thread waits");
  cond->life = OBJECT_DESTROYED;
}

/* --- what the program calls ----------------------------------------------------------------------
 */

static clockid_t clock_of(const struct cond *cond) {
  return cond->attributes & ATTRIBUTE_MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

EXPORT int pthread_cond_init(pthread_cond_t *restrict cond,
                             const pthread_condattr_t *restrict attributes) {
  if (!rt.current)
    return REAL(pthread_cond_init)(cond, attributes);
  return cond_init((struct cond *)cond, attributes, CALLER, FRAME);
}

EXPORT int pthread_cond_destroy(pthread_cond_t *cond) {
  if (!rt.current)
    return REAL(pthread_cond_destroy)(cond);
  cond_destroy((struct cond *)cond, CALLER, FRAME);
  return 0;
}

EXPORT int pthread_cond_signal(pthread_cond_t *cond) {
  if (!rt.current)
    return REAL(pthread_cond_signal)(cond);
  cond_signal((struct cond *)cond, CALLER, FRAME);
  return 0;
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *cond) {
  if (!rt.current)
    return REAL(pthread_cond_broadcast)(cond);
  cond_broadcast((struct cond *)cond, CALLER, FRAME);
  return 0;
}

EXPORT int pthread_cond_wait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex) {
  if (!rt.current)
    return REAL(pthread_cond_wait)(cond, mutex);
  return cond_wait((struct cond *)cond, (struct mutex *)mutex, 0, NULL, CALLER, FRAME);
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                                  const struct timespec *restrict until) {
  if (!rt.current)
    return REAL(pthread_cond_timedwait)(cond, mutex, until);
  return cond_wait((struct cond *)cond, (struct mutex *)mutex, clock_of((struct cond *)cond), until,
                   CALLER, FRAME);
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                                  clockid_t clock, const struct timespec *restrict until) {
  if (!rt.current)
    return REAL(pthread_cond_clockwait)(cond, mutex, clock, until);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  return cond_wait((struct cond *)cond, (struct mutex *)mutex, clock, until, CALLER, FRAME);
}
