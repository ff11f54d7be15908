/*
 * pthread_cancel and what belongs to it. A request is a write of a flag of the other thread, and a
 * cancellation point is a read of it by that thread, or a wait that the flag ends. If both the flag
 * is set and the wait is satisfied, the flag wins; the other case comes from the other order of
 * events.
 *
 * Asynchronous cancellation happens before any visible operation: what a thread does between two
 * of them no other thread can see.
 */
#define _GNU_SOURCE
#include "runtime/cancel.h"

#include <errno.h>
#include <pthread.h>

#include "runtime/error.h"
#include "runtime/handle.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/spinloop.h"
#include "runtime/weak_undecided.h"

static uint64_t flag_of(const struct thread *thread) {
  return (uintptr_t)&thread->cancellation.requested;
}

enum { FLAG_SIZE = sizeof(bool) };

_Noreturn void cancellation_act(void) {
  record(RECORD_CANCELLED, rt.current->pc);
  thread_exit(PTHREAD_CANCELED);
}

void cancellation_test(uint64_t pc, void *entry) {
  struct cancellation *mine = &rt.current->cancellation;
  const bool asynchronous = mine->asynchronous;
  mine->asynchronous = false; /* the test itself is not interrupted */
  visible_access(flag_of(rt.current), FLAG_SIZE, RV_READ, pc, entry);
  weak_undecided_object(flag_of(rt.current), FLAG_SIZE);
  mine->asynchronous = asynchronous;
  performed(mine->requested);
  if (mine->requested) {
    not_spinning();
    cancellation_act();
  }
  record(RECORD_TEST_CANCEL, pc);
}

static bool is_requested_or_can_go_on(struct thread *thread) {
  return thread->cancellation.requested || thread->cancellation.until->can_go_on(thread);
}

static void cancel_describe(const struct thread *thread, struct shared_wait *wait) {
  thread->cancellation.until->describe(thread, wait);
}

static const struct blocking until_requested_or = {is_requested_or_can_go_on, cancel_describe};

bool cancellation_waits(const struct blocking *blocking) {
  return blocking == &until_requested_or;
}

bool visible_or_cancelled(const struct rv_op *op, visible_function *visibly,
                          const struct blocking *until, uint64_t pc) {
  struct cancellation *mine = &rt.current->cancellation;
  if (!cancellation_is_possible()) {
    visibly(op, until, pc);
    return false;
  }
  struct rv_access more[MAX_RANGES];
  struct rv_op both = *op;
  for (uint32_t i = 0; i < op->more_count; i++)
    more[i] = op->more[i];
  more[op->more_count] = (struct rv_access){flag_of(rt.current), FLAG_SIZE, RV_READ};
  both.more = more;
  both.more_count = (uint16_t)(op->more_count + 1);
  both.flags |= RV_OP_VARIES;
  mine->until = until;
  visibly(&both, &until_requested_or, pc);
  if (mine->requested)
    performed_as(UINT64_MAX, RV_READ, both.flags);
  return mine->requested;
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT int pthread_cancel(pthread_t handle) {
  if (!rt.current)
    return REAL(pthread_cancel)(handle);
  struct thread *target = thread_of(handle, "cancellation", CALLER, FRAME);
  if (!rt.cancels)
    unsupported("pthread_cancel by a program that does not import it", CALLER, FRAME);
  if (target->joined)
    return ESRCH;
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY,
                                    .flags = RV_OP_RELEASES,
                                    .access = {flag_of(target), FLAG_SIZE, RV_ADD}},
                    NULL, CALLER);
  target->cancellation.requested = true;
  performed(0);
  struct record *line = record(RECORD_CANCEL, CALLER);
  if (line)
    line->other = target->tid;
  if (target == rt.current && target->cancellation.asynchronous)
    cancellation_point(CALLER, NULL);
  return 0;
}

EXPORT void pthread_testcancel(void) {
  if (rt.current)
    cancellation_point(CALLER, ENTRY);
  else
    REAL(pthread_testcancel)();
  LEAVE_NOTHING; /* and no tail call: see ENTRY */
}

EXPORT int pthread_setcancelstate(int state, int *old) {
  if (!rt.current)
    return REAL(pthread_setcancelstate)(state, old);
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
    return EINVAL;
  struct cancellation *mine = &rt.current->cancellation;
  if (old)
    *old = mine->disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  mine->disabled = state == PTHREAD_CANCEL_DISABLE;
  return 0;
}

EXPORT int pthread_setcanceltype(int type, int *old) {
  if (!rt.current)
    return REAL(pthread_setcanceltype)(type, old);
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
    return EINVAL;
  struct cancellation *mine = &rt.current->cancellation;
  if (old)
    *old = mine->asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  mine->asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  if (mine->asynchronous)
    cancellation_point(CALLER, ENTRY);
  return 0;
}
