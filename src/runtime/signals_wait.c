/*
 * Threads that wait for signals: sigwait and its kind, which take them, and sigsuspend and pause,
 * which wait until a handler has run.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/cancel.h"
#include "runtime/interrupt.h"
#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/signals.h"
#include "runtime/time.h"

static int wait_failed(int error) {
  errno = error;
  return -1;
}

/* What a thread waits for; on its stack. */
struct expected {
  uint64_t set;
};

static bool has_come(struct thread *thread) {
  const struct expected *const expected = thread->ticket;
  return pending_for(thread->tid) & expected->set;
}

static void signals_describe(const struct thread *thread, struct shared_wait *wait) {
  (void)thread;
  wait->kind = WAIT_SIGNAL;
  wait->object = 0;
}

static const struct blocking until_it_has_come = {has_come, signals_describe};

bool signals_waits_for_outside(const struct thread *thread) {
  return interruption_is_awaited(thread) ||
         (thread->state == THREAD_READY && waits_until(thread, &until_it_has_come));
}

enum { GIVEN_UP = 0, INTERRUPTED = -1 };

/* Returns the number of the signal, or GIVEN_UP, or INTERRUPTED by the handler of another one. */
static int signal_wait(uint64_t set, const struct timespec *patience, struct signal_sent *signal,
                       uint64_t pc) {
  struct expected expected = {set};
  const bool waits = !patience || patience->tv_sec > 0 || patience->tv_nsec > 0;
  struct state_acts acts = {.n = 0, .shown = -1};
  rt.current->ticket = &expected;
  state_add(&acts, pending_place(rt.current->tid), RV_READ | RV_WRITE);
  state_add(&acts, pending_place(SIGNALS_ANYBODY), RV_READ | RV_WRITE);
  if (waits) {
    acts.blocking = &until_it_has_come;
    acts.watched = acts.n;
    acts.timed = patience != NULL;
    acts.cancellable = true;
    acts.ends = WAIT_ENDS;
  }
  cancellation_point(pc, NULL);
  state_act(&acts, pc);
  if (acts.ended)
    return INTERRUPTED;
  const int number = pending_take(rt.current->tid, set, false, signal);
  if (number)
    signals_taken(signal);
  else if (waits)
    time_out_after(patience);
  return number;
}

static uint64_t set_of(const sigset_t *set, uint64_t pc, void *frame) {
  plain_access((uintptr_t)set, sizeof set->__val[0], false, pc, frame);
  return set->__val[0];
}

EXPORT int sigwait(const sigset_t *restrict set, int *restrict number) {
  if (!rt.current)
    return REAL(sigwait)(set, number);
  const uint64_t expected = set_of(set, CALLER, FRAME);
  struct signal_sent signal;
  int found;
  do
    found = signal_wait(expected, NULL, &signal, CALLER);
  while (found == INTERRUPTED);
  plain_access((uintptr_t)number, sizeof *number, true, CALLER, FRAME);
  *number = found;
  return 0;
}

static int wait_for_info(uint64_t set, siginfo_t *info, const struct timespec *patience,
                         uint64_t pc, void *frame) {
  struct signal_sent signal;
  const int found = signal_wait(set, patience, &signal, pc);
  if (found <= 0)
    return wait_failed(found == GIVEN_UP ? EAGAIN : EINTR);
  if (info) {
    plain_access((uintptr_t)info, sizeof *info, true, pc, frame);
    *info = signals_info(&signal);
  }
  return found;
}

EXPORT int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
  return rt.current ? wait_for_info(set_of(set, CALLER, FRAME), info, NULL, CALLER, FRAME)
                    : REAL(sigwaitinfo)(set, info);
}

EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                        const struct timespec *restrict patience) {
  if (!rt.current)
    return REAL(sigtimedwait)(set, info, patience);
  if (patience && !time_is_valid(patience))
    return wait_failed(EINVAL);
  return wait_for_info(set_of(set, CALLER, FRAME), info, patience, CALLER, FRAME);
}

/* With another mask, until a handler has run. */
static int suspend(uint64_t mask, uint64_t pc, void *frame) {
  const uint64_t before = signals_mask_of(rt.current->tid);
  signals_mask_is(mask, pc);
  interruption_await(true, pc);
  signals_mask_changes(before, pc, frame);
  return wait_failed(EINTR);
}

static int wait_for_handler(uint64_t pc) {
  interruption_await(false, pc);
  return wait_failed(EINTR);
}

EXPORT int sigsuspend(const sigset_t *set) {
  return rt.current ? suspend(set_of(set, CALLER, FRAME), CALLER, FRAME) : REAL(sigsuspend)(set);
}

EXPORT int pause(void) {
  return rt.current ? wait_for_handler(CALLER) : REAL(pause)();
}

EXPORT int sigpending(sigset_t *set) {
  if (!rt.current)
    return REAL(sigpending)(set);
  struct state_acts acts = {.n = 0, .shown = -1};
  state_add(&acts, pending_place(rt.current->tid), RV_READ);
  state_add(&acts, pending_place(SIGNALS_ANYBODY), RV_READ);
  state_act(&acts, CALLER);
  plain_access((uintptr_t)set, sizeof *set, true, CALLER, FRAME);
  memset(set, 0, sizeof *set);
  set->__val[0] = pending_for(rt.current->tid);
  return 0;
}
