/*
 * Semaphores. A post is an addition and commutes with other posts; a wait takes one as soon as
 * there is one. A failed attempt (a trywait, a timed wait that times out) only reads.
 */
#define _GNU_SOURCE
#include "runtime/semaphore.h"

#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#include "runtime/access.h"
#include "runtime/cancel.h"
#include "runtime/error.h"
#include "runtime/interrupt.h"
#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/time.h"
#include "runtime/weak_undecided.h"

_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "it must fit");
enum { SIZE = sizeof(sem_t) };

/* If the semaphore is destroyed, its waiters are enabled, and report an error. */
static bool has_one(struct thread *thread) {
  const struct semaphore *semaphore = (const struct semaphore *)thread->pending.access.addr;
  return semaphore->value > 0 || semaphore->life != OBJECT_READY;
}

static void semaphore_describe(const struct thread *thread, struct shared_wait *wait) {
  (void)thread;
  wait->kind = WAIT_SEMAPHORE;
}

static const struct blocking until_it_has_one = {has_one, semaphore_describe};
static const struct trial insisting = {RV_OP_AWAIT, RV_READ | RV_WRITE, 0, &until_it_has_one};

static void semaphore_check_usable(const struct semaphore *semaphore, const char *what, uint64_t pc,
                                   void *frame) {
  if (semaphore->life != OBJECT_READY)
    fail(ERROR_LOCK_MISUSE, pc, frame, "%s of a semaphore that %s", what,
         semaphore->life == OBJECT_DESTROYED ? "is destroyed" : "has not been initialised");
}

static int semaphore_failed(int error) {
  errno = error;
  return -1;
}

static void semaphore_take(struct semaphore *semaphore, uint64_t pc) {
  semaphore->value--;
  object_takes(1, true);
  object_acquire(semaphore);
  record_access(RECORD_TAKE, (uintptr_t)semaphore, SIZE, 0, semaphore->value, pc);
}

/* Beginning to wait is no event, but it is an error if another thread initialises or destroys the
 * semaphore meanwhile. Once that has been seen, a wait is preceded by an event that reads. */
static void arrivals_matter(const struct semaphore *semaphore) {
  if (rt.current && object_is_kept(semaphore))
    mark((uintptr_t)semaphore);
}

static void semaphore_arrive(const struct semaphore *semaphore, uint64_t pc) {
  if (likely(!is_marked((uintptr_t)semaphore)) || rt.solo)
    return;
  object_access(semaphore, SIZE, RV_READ, 0, pc);
  performed(0);
}

static int semaphore_wait(struct semaphore *semaphore, uint64_t pc, void *frame) {
  const struct rv_op op = {.kind = RV_OP_AWAIT,
                           .access = {(uintptr_t)semaphore, SIZE, RV_READ | RV_WRITE}};
  semaphore_arrive(semaphore, pc);
  interruption_may_end(WAIT_ENDS_UNLESS_RESTARTED);
  if (!cancellation_is_possible())
    visible_wait(&op, &until_it_has_one, pc, frame);
  else if (visible_or_cancelled(&op, visible_operation, &until_it_has_one, pc))
    cancellation_act();
  if (unlikely(interruption_has_ended()))
    return semaphore_failed(EINTR);
  object_check(semaphore, SIZE, pc);
  if (unlikely(semaphore->life == OBJECT_DESTROYED))
    arrivals_matter(semaphore);
  semaphore_check_usable(semaphore, "wait", pc, frame);
  semaphore_take(semaphore, pc);
  performed(0);
  return 0;
}

/* A timed wait that a handler ends as well. True: it has. */
static bool semaphore_interrupted(const struct rv_op *op, uint64_t pc) {
  interruption_may_end(WAIT_ENDS_UNLESS_RESTARTED);
  visible_timed(op, &until_it_has_one, pc);
  return interruption_has_ended();
}

enum semaphore_got { SEMAPHORE_NONE, SEMAPHORE_ONE, SEMAPHORE_INTERRUPTED };

/* Takes one if there is one now. `timed`: it has waited until now. */
static enum semaphore_got semaphore_try(struct semaphore *semaphore, const char *what, bool timed,
                                        uint64_t pc, void *frame) {
  const struct rv_op op = {.kind = RV_OP_MEMORY,
                           .flags = RV_OP_VARIES,
                           .access = {(uintptr_t)semaphore, SIZE, RV_READ | RV_WRITE}};
  const bool interruptible = timed && unlikely(rt.current->interruption.possible);
  if (interruptible && semaphore_interrupted(&op, pc))
    return SEMAPHORE_INTERRUPTED;
  const bool fails = !interruptible && visible_try(&op, &insisting, timed, pc, frame);
  semaphore_check_usable(semaphore, what, pc, frame);
  const bool got = !fails && semaphore->value > 0;
  if (got)
    semaphore_take(semaphore, pc);
  else
    object_takes(0, true);
  performed_as(got, got ? RV_READ | RV_WRITE : RV_READ, RV_OP_VARIES);
  return got ? SEMAPHORE_ONE : SEMAPHORE_NONE;
}

static int trywait(struct semaphore *semaphore, uint64_t pc, void *frame) {
  if (semaphore_try(semaphore, "trywait", false, pc, frame))
    return 0;
  record_access(RECORD_TRY_TAKE, (uintptr_t)semaphore, SIZE, 0, 0, pc);
  return semaphore_failed(EAGAIN);
}

/* When the thread is scheduled decides whether it gets one in time. */
static int timedwait(struct semaphore *semaphore, int clock, const struct timespec *deadline,
                     uint64_t pc, void *frame) {
  cancellation_point(pc, frame);
  const enum semaphore_got got =
      semaphore_try(semaphore, "timed wait", time_is_ahead(clock, deadline), pc, frame);
  if (got != SEMAPHORE_NONE)
    return got == SEMAPHORE_ONE ? 0 : semaphore_failed(EINTR);
  if (!time_is_valid(deadline))
    return semaphore_failed(EINVAL);
  record_access(RECORD_TIMEOUT, (uintptr_t)semaphore, SIZE, 0, 0, pc);
  time_out(clock, deadline);
  return semaphore_failed(ETIMEDOUT);
}

/* Posts commute as long as none of them can fail. */
static int post(struct semaphore *semaphore, uint64_t pc, void *frame) {
  const bool far = semaphore->value < SEM_VALUE_MAX / 2;
  object_access(semaphore, SIZE, far ? RV_ADD : RV_READ | RV_WRITE,
                far ? RV_OP_RELEASES : RV_OP_RELEASES | RV_OP_VARIES, pc);
  semaphore_check_usable(semaphore, "post", pc, frame);
  if (semaphore->value == SEM_VALUE_MAX) {
    performed_as(1, RV_READ, RV_OP_RELEASES | RV_OP_VARIES);
    return semaphore_failed(EOVERFLOW);
  }
  object_release(semaphore);
  semaphore->value++;
  object_takes(-1, true);
  performed(0);
  record_access(RECORD_POST, (uintptr_t)semaphore, SIZE, 0, semaphore->value, pc);
  return 0;
}

/* An error if a thread waits; it could as well have come to wait after this. */
static void semaphore_check_waiters(const struct semaphore *semaphore, const char *what,
                                    uint64_t pc, void *frame) {
  if (object_waiter(semaphore, SIZE) == RV_NO_THREAD)
    return;
  arrivals_matter(semaphore);
  fail(ERROR_LOCK_MISUSE, pc, frame, "%s of a semaphore that a thread waits for", what);
}

static void semaphore_init(struct semaphore *semaphore, uint32_t value, uint64_t pc, void *frame) {
  object_changes(RECORD_INIT, semaphore, SIZE, pc, frame);
  semaphore_check_waiters(semaphore, "initialisation", pc, frame);
  if (semaphore->life == OBJECT_READY)
    arrivals_matter(semaphore);
  *semaphore = (struct semaphore){value, OBJECT_READY};
}

static void semaphore_destroy(struct semaphore *semaphore, uint64_t pc, void *frame) {
  object_changes(RECORD_DESTROY, semaphore, SIZE, pc, frame);
  semaphore_check_usable(semaphore, "destruction", pc, frame);
  semaphore_check_waiters(semaphore, "destruction", pc, frame);
  semaphore->life = OBJECT_DESTROYED;
}

/* Libc keeps the value in the same place, and not whether it is initialised. */
static struct semaphore *semaphore_of(sem_t *semaphore) {
  struct semaphore *const state = (struct semaphore *)semaphore;
  if (object_is_from_before(state) && state->life == 0)
    state->life = OBJECT_READY;
  return state;
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT int sem_init(sem_t *semaphore, int shared, unsigned value) {
  if (!rt.worker)
    return REAL(sem_init)(semaphore, shared, value);
  if (value > SEM_VALUE_MAX)
    return semaphore_failed(EINVAL);
  semaphore_init((struct semaphore *)semaphore, value, CALLER, FRAME);
  return 0;
}

EXPORT int sem_destroy(sem_t *semaphore) {
  if (!rt.current)
    return rt.worker ? 0 : REAL(sem_destroy)(semaphore);
  semaphore_destroy(semaphore_of(semaphore), CALLER, FRAME);
  return 0;
}

EXPORT int sem_wait(sem_t *semaphore) {
  return rt.current ? semaphore_wait(semaphore_of(semaphore), CALLER, ENTRY)
                    : REAL(sem_wait)(semaphore);
}

EXPORT int sem_trywait(sem_t *semaphore) {
  return rt.current ? trywait(semaphore_of(semaphore), CALLER, ENTRY)
                    : REAL(sem_trywait)(semaphore);
}

EXPORT int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
  if (!rt.current)
    return REAL(sem_timedwait)(semaphore, deadline);
  return timedwait(semaphore_of(semaphore), CLOCK_REALTIME, deadline, CALLER, ENTRY);
}

EXPORT int sem_clockwait(sem_t *restrict semaphore, clockid_t clock,
                         const struct timespec *restrict deadline) {
  if (!rt.current)
    return REAL(sem_clockwait)(semaphore, clock, deadline);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return semaphore_failed(EINVAL);
  return timedwait(semaphore_of(semaphore), clock, deadline, CALLER, ENTRY);
}

EXPORT int sem_post(sem_t *semaphore) {
  return rt.current ? post(semaphore_of(semaphore), CALLER, FRAME) : REAL(sem_post)(semaphore);
}

EXPORT int sem_getvalue(sem_t *restrict semaphore, int *restrict value) {
  if (!rt.current)
    return REAL(sem_getvalue)(semaphore, value);
  const struct semaphore *state = semaphore_of(semaphore);
  visible_access((uintptr_t)&state->value, sizeof state->value, RV_READ, CALLER, ENTRY);
  weak_undecided_object((uintptr_t)&state->value, sizeof state->value);
  semaphore_check_usable(state, "sem_getvalue", CALLER, FRAME);
  const int now = (int)state->value;
  performed(state->value);
  record_access(RECORD_GET_VALUE, (uintptr_t)semaphore, SIZE, state->value, 0, CALLER);
  plain_access((uintptr_t)value, sizeof *value, true, CALLER, FRAME);
  *value = now;
  return 0;
}
