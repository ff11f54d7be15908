#include "runtime/deadlock.h"

#include <string.h>

#include "runtime/coverage.h"
#include "runtime/cut.h"
#include "runtime/descriptors.h"
#include "runtime/endless_step.h"
#include "runtime/error.h"
#include "runtime/frames.h"
#include "runtime/interrupt.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"
#include "runtime/rwlock.h"
#include "runtime/signals.h"
#include "runtime/thread.h"
#include "runtime/timers.h"

/* Where a thread waits; inside a library, where the program has called that, which is above the
 * call into the runtime on the stack. */
static uint64_t deadlock_place_of(const struct thread *thread) {
  if (in_program(thread->pc))
    return thread->pc;
  const uint64_t *at = thread->sp;
  while (in_stack_of(thread, (uintptr_t)at) && *at != thread->pc)
    at++;
  const uint64_t caller = program_caller(thread, (uintptr_t)at);
  return caller ? caller : thread->pc;
}

struct shared_wait deadlock_wait_of(const struct thread *thread) {
  struct shared_wait wait = {
      .thread = thread->tid, .pc = deadlock_place_of(thread), .holder = RV_NO_THREAD};
  if (thread->state == THREAD_JOINING) {
    wait.kind = WAIT_JOIN;
    wait.holder = thread->joining;
  } else if (thread->state == THREAD_VOID) {
    wait.kind = WAIT_LOOP;
    wait.object = thread->pending.access.addr;
  } else {
    wait.object = thread->pending.access.addr;
    thread->blocking->describe(thread, &wait);
  }
  return wait;
}

static bool has_not_ended(struct thread *thread) {
  return (thread->state == THREAD_READY && !thread->interruption.carries) ||
         thread->state == THREAD_JOINING || thread->state == THREAD_VOID;
}

static bool is_blocked(struct thread *thread) {
  return thread->state == THREAD_JOINING ||
         (thread->state == THREAD_READY && thread->blocking && !thread->await &&
          !thread->interruption.carries && !thread->blocking->can_go_on(thread));
}

/* The thread can't go on before another one has done something. */
static bool waits_for_thread(const struct shared_wait *wait, rv_tid other) {
  return wait->holder == other ||
         (wait->kind == WAIT_RWLOCK && rwlock_is_held_by(wait->object, other));
}

/* Threads that can never be enabled again, whatever the others do. */
static uint64_t stuck[SHARED_MAX_THREADS / 64];

static bool is_stuck(struct thread *thread) {
  return stuck[thread->tid / 64] >> thread->tid % 64 & 1;
}

/* A thread that waits for one that has ended is stuck too, but exit takes it away, and so does an
 * error. */
static bool waits_for_stuck(const struct thread *thread) {
  const struct shared_wait wait = deadlock_wait_of(thread);
  const bool ends = rt.exiting || rt.failed || rt.bounded;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if ((is_stuck(&rt.threads[tid]) || (rt.threads[tid].state == THREAD_ENDED && !ends)) &&
        waits_for_thread(&wait, tid))
      return true;
  return false;
}

/* Starts with all blocked threads and repeatedly removes those that wait for no stuck thread. The
 * rest wait in a circle, or for a thread that does. False: there are none from the beginning. */
static bool find_stuck(void) {
  bool any = false;
  memset(stuck, 0, sizeof stuck);
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (is_blocked(&rt.threads[tid])) {
      stuck[tid / 64] |= UINT64_C(1) << tid % 64;
      any = true;
    }
  for (bool changed = any; changed;) {
    changed = false;
    for (rv_tid tid = 0; tid < rt.high; tid++)
      if (is_stuck(&rt.threads[tid]) && !waits_for_stuck(&rt.threads[tid])) {
        stuck[tid / 64] &= ~(UINT64_C(1) << tid % 64);
        changed = true;
      }
  }
  return any;
}

/* The place is that of a thread that waits for a mutex, if there is one: joins follow from it. */
static uint32_t main_wait(const struct shared_wait *waits, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (waits[i].kind != WAIT_JOIN)
      return i;
  return 0;
}

/* The functions of the program around the place where the thread waits. */
static void note_callers(const struct thread *thread, struct shared_wait *wait) {
  const uint64_t *frame = frames_begin(thread);
  uint64_t pc;
  bool around = false;
  for (uint32_t n = 0; n < RECORD_CALLERS && frame && (frame = frames_next(thread, frame, &pc));) {
    if (around && in_program(pc))
      wait->callers[n++] = pc;
    around = around || pc == wait->pc;
  }
}

/* Who waits where for what. */
static void tell_deadlocks_apart(const struct shared_wait *waits, uint32_t n) {
  uint64_t about[3 * SHARED_MAX_WAITS];
  for (uint32_t i = 0; i < n; i++) {
    about[3 * i] = waits[i].pc;
    about[3 * i + 1] = waits[i].object;
    about[3 * i + 2] = waits[i].held_since;
  }
  error_about(about, 3 * (size_t)n);
}

static bool report(bool (*is_deadlocked)(struct thread *thread), const char *others) {
  struct shared_wait waits[SHARED_MAX_WAITS];
  uint32_t n = 0, blocked = 0;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (is_deadlocked(&rt.threads[tid]) && blocked++ < SHARED_MAX_WAITS)
      waits[n++] = deadlock_wait_of(&rt.threads[tid]);
  if (blocked == 0)
    return false;
  for (uint32_t i = 0; i < n; i++)
    note_callers(&rt.threads[waits[i].thread], &waits[i]);
  uint32_t at = main_wait(waits, n);
  tell_deadlocks_apart(waits, n);
  struct shared_error *error =
      error_report(ERROR_DEADLOCK, waits[at].thread, waits[at].pc, NULL,
                   "%u thread%s can never go on%s", blocked, blocked == 1 ? "" : "s", others);
  if (error->n_waits == 0) {
    error->n_waits = n;
    memcpy(error->waits, waits, n * sizeof *waits);
  }
  return true;
}

static bool any_has_not_ended(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (has_not_ended(&rt.threads[tid]))
      return true;
  return false;
}

static bool any_waits_for_signal(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (signals_waits_for_outside(&rt.threads[tid]) || descriptor_awaits_signals(&rt.threads[tid]))
      return true;
  return false;
}

/* Something has been found out on which the execution has relied: a thread may wait as if it were
 * not so, for what has changed unnoticed. The search begins again, and finds what is a deadlock. */
static bool begins_again(void) {
  return interruptions_are_new() || (!rt.recording && !rv_facts_are_known(&rt.shared->facts));
}

/* A thread that waits for a signal may get one from somebody else, and then let others go on. */
bool deadlock_report(void) {
  if (begins_again())
    return any_has_not_ended();
  if (endless_step_exists()) {
    if (!deadlock_report_partial())
      endless_step_report();
    return true;
  }
  if (timers_were_stopped() && any_has_not_ended()) { /* more of them might let a thread go on */
    bound_met(BOUND_TIMEOUTS);
    return deadlock_report_partial();
  }
  if (!any_waits_for_signal())
    return report(has_not_ended, "");
  if (!deadlock_report_partial())
    not_covered_once("what follows signals from outside of the program, for which it waits");
  return true;
}

bool deadlock_report_partial(void) {
  if (begins_again())
    return false;
  return find_stuck() && report(is_stuck, ", whatever the others do");
}
