/*
 * Signals that the program sends to itself: raise, kill, pthread_kill and their kind, and sigwait
 * and its kind, which take them.
 *
 * What is pending for a thread, or for any of them, is a set: to send only adds to it. A handler
 * runs where its thread sends the signal to itself, unblocks it, or waits for it in sigsuspend. A
 * handler that would interrupt another thread in the middle of what it does is not supported.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "runtime/access.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/coverage.h"
#include "runtime/error.h"
#include "runtime/handle.h"
#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/signals.h"
#include "runtime/state.h"
#include "runtime/time.h"

enum { SIGNALS = 65, ANYBODY = 0 };

/* By thread number + 1, and for ANYBODY. */
static uint64_t pending[SHARED_MAX_THREADS + 1];
static union sigval values[SIGNALS];
static bool are_sent; /* the program can send signals */

void signals_can_be_sent(bool can) {
  are_sent = can;
}

static uint64_t bit(int number) {
  return UINT64_C(1) << (number - 1);
}

static uint64_t pending_place(uint32_t index) {
  return state_place(STATE_SIGNALS_PENDING, index);
}

static uint64_t mask_place(rv_tid tid) {
  return state_place(STATE_SIGNAL_MASK, tid);
}

/* Whoever sends a signal looks at it. */
void signals_mask_changes(uint64_t pc) {
  if (are_sent)
    state_access(mask_place(rt.current->tid), RV_READ | RV_WRITE, pc);
}

static void set_mask(uint64_t mask, uint64_t pc) {
  signals_mask_changes(pc);
  signals_set_mask(mask);
}

/* --- handlers ------------------------------------------------------------------------------------
 */

static bool is_ignored_by_default(int number) {
  return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

static bool is_ignored(int number) {
  const struct sigaction *const action = signals_action(number);
  return action->sa_handler == SIG_IGN ||
         (action->sa_handler == SIG_DFL && is_ignored_by_default(number));
}

static void handler_run(int number, uint64_t pc, void *frame) {
  const struct sigaction action = *signals_action(number);
  const int error = errno;
  if (is_ignored(number))
    return;
  if (action.sa_handler == SIG_DFL)
    fail(number == SIGABRT ? ERROR_ABORT : ERROR_CRASH, pc, frame,
         "signal %d (SIG%s) ends the program", number,
         sigabbrev_np(number) ? sigabbrev_np(number) : "RT");
  const uint64_t before = signals_mask_of(rt.current->tid);
  set_mask(before | action.sa_mask.__val[0] | (action.sa_flags & SA_NODEFER ? 0 : bit(number)), pc);
  if (action.sa_flags & (int)SA_RESETHAND)
    signals_forget_action(number);
  siginfo_t info = {.si_signo = number, .si_code = SI_USER, .si_value = values[number]};
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(number, &info, NULL);
  else
    action.sa_handler(number);
  set_mask(before, pc);
  errno = error;
}

/* One of a set that is pending for the current thread, or 0; it is not pending any more. */
static int pending_take(uint64_t set) {
  uint64_t *const own = &pending[rt.current->tid + 1], *const all = &pending[ANYBODY];
  const uint64_t found = (*own | *all) & set;
  if (!found)
    return 0;
  const uint64_t first = found & -found;
  *(*own & first ? own : all) &= ~first;
  return __builtin_ctzll(first) + 1;
}

void signals_handle_pending(uint64_t pc, void *frame) {
  while (are_sent) {
    const uint64_t open = ~signals_mask_of(rt.current->tid);
    struct state_acts acts = {.n = 0, .shown = -1};
    state_add(&acts, pending_place(rt.current->tid + 1), RV_READ | RV_WRITE);
    state_add(&acts, pending_place(ANYBODY), RV_READ | RV_WRITE);
    state_act(&acts, pc);
    const int number = pending_take(open);
    if (!number)
      return;
    object_acquire((const void *)(uintptr_t)pending_place(rt.current->tid + 1));
    handler_run(number, pc, frame);
  }
}

/* --- sending -------------------------------------------------------------------------------------
 */

static int sending_failed(int error) {
  errno = error;
  return -1;
}

static bool is_signal(int number) {
  return number >= 0 && number < SIGNALS && number != 32 && number != 33;
}

static void note_pending(uint32_t index, int number, union sigval value) {
  pending[index] |= bit(number);
  values[number] = value;
  object_release((const void *)(uintptr_t)pending_place(index));
}

static void pending_for_all(int number, union sigval value) {
  note_pending(ANYBODY, number, value);
  for (rv_tid tid = 0; tid < rt.high; tid++) /* whoever takes it learns of it */
    object_release((const void *)(uintptr_t)pending_place(tid + 1));
}

/* A thread that does not block it and is not at a place where signals are taken. */
static _Noreturn void refuse_to_interrupt(int number, uint64_t pc, void *frame) {
  fail(ERROR_UNSUPPORTED, pc, frame,
       "signal %d (SIG%s) would interrupt another thread, which has not blocked it: that is not "
       "supported",
       number, sigabbrev_np(number) ? sigabbrev_np(number) : "RT");
}

static bool waits_for_signal(struct thread *thread, int number);

static void send_to_thread(struct thread *target, int number, union sigval value, uint64_t pc,
                           void *frame) {
  struct state_acts acts = {.n = 0, .shown = -1};
  state_add(&acts, pending_place(target->tid + 1), RV_ADD);
  state_add(&acts, mask_place(target->tid), RV_READ);
  state_add(&acts, state_place(STATE_SIGNAL, (uint64_t)number), RV_READ);
  acts.releases = true;
  state_act(&acts, pc);
  const bool blocked =
      signals_mask_of(target->tid) & bit(number) || waits_for_signal(target, number);
  if (!blocked && is_ignored(number))
    return;
  if (!blocked && target != rt.current && signals_action(number)->sa_handler != SIG_DFL)
    refuse_to_interrupt(number, pc, frame);
  if (blocked)
    note_pending(target->tid + 1, number, value);
  else
    values[number] = value, handler_run(number, pc, frame);
}

static bool lives(const struct thread *thread) {
  return thread->state != THREAD_UNBORN && thread->state != THREAD_ENDED;
}

static void send_to_process(int number, union sigval value, uint64_t pc, void *frame) {
  struct state_acts acts = {.n = 0, .shown = -1};
  state_add(&acts, pending_place(ANYBODY), RV_ADD);
  state_add(&acts, state_place(STATE_SIGNAL, (uint64_t)number), RV_READ);
  if (rt.high > STATE_MAX_ACTS - 2)
    unsupported("kill() of a process with so many threads", pc, frame);
  for (rv_tid tid = 0; tid < rt.high; tid++)
    state_add(&acts, mask_place(tid), RV_READ);
  acts.releases = true;
  state_act(&acts, pc);
  bool others = false;
  const bool mine = !(signals_mask_of(rt.current->tid) & bit(number));
  for (rv_tid tid = 0; tid < rt.high; tid++)
    others |=
        tid != rt.current->tid && lives(&rt.threads[tid]) && !(signals_mask_of(tid) & bit(number));
  if (!mine && !others) {
    pending_for_all(number, value);
    return;
  }
  if (is_ignored(number))
    return;
  const bool is_handled = signals_action(number)->sa_handler != SIG_DFL;
  if (!mine && is_handled)
    refuse_to_interrupt(number, pc, frame);
  if (others && is_handled)
    not_covered_once("a signal sent to the process is handled by the thread that sends it; others "
                     "that have not blocked it could do that, too");
  values[number] = value;
  handler_run(number, pc, frame);
}

EXPORT int raise(int number) {
  if (!rt.current)
    return REAL(raise)(number);
  if (!is_signal(number))
    return sending_failed(EINVAL);
  if (number)
    send_to_thread(rt.current, number, (union sigval){0}, CALLER, FRAME);
  return 0;
}

EXPORT int pthread_kill(pthread_t handle, int number) {
  if (!rt.current)
    return REAL(pthread_kill)(handle, number);
  struct thread *const target = thread_of(handle, "pthread_kill", CALLER, FRAME);
  if (!is_signal(number))
    return EINVAL;
  if (number && lives(target))
    send_to_thread(target, number, (union sigval){0}, CALLER, FRAME);
  return 0;
}

EXPORT int pthread_sigqueue(pthread_t handle, int number, const union sigval value) {
  if (!rt.current)
    return REAL(pthread_sigqueue)(handle, number, value);
  struct thread *const target = thread_of(handle, "pthread_sigqueue", CALLER, FRAME);
  if (!is_signal(number))
    return EINVAL;
  if (number && lives(target))
    send_to_thread(target, number, value, CALLER, FRAME);
  return 0;
}

static int send_by_process(const char *what, pid_t process, int number, union sigval value,
                           uint64_t pc, void *frame) {
  if (!is_signal(number))
    return sending_failed(EINVAL);
  if (process != getpid())
    unsupported(what, pc, frame);
  if (number)
    send_to_process(number, value, pc, frame);
  return 0;
}

EXPORT int kill(pid_t process, int number) {
  if (!rt.current)
    return REAL(kill)(process, number);
  return send_by_process("kill() of another process", process, number, (union sigval){0}, CALLER,
                         FRAME);
}

EXPORT int sigqueue(pid_t process, int number, const union sigval value) {
  if (!rt.current)
    return REAL(sigqueue)(process, number, value);
  return send_by_process("sigqueue() to another process", process, number, value, CALLER, FRAME);
}

/* --- waiting -------------------------------------------------------------------------------------
 */

/* What a thread waits for; on its stack. */
struct expected {
  uint64_t set;
};

static bool has_come(struct thread *thread) {
  const struct expected *const expected = thread->ticket;
  return (pending[thread->tid + 1] | pending[ANYBODY]) & expected->set;
}

/* It is at a place where it takes this signal. */
static bool waits_for_signal(struct thread *thread, int number) {
  return signals_waits_for_outside(thread) &&
         ((const struct expected *)thread->ticket)->set & bit(number);
}

static void signals_describe(const struct thread *thread, struct shared_wait *wait) {
  (void)thread;
  wait->kind = WAIT_SIGNAL;
  wait->object = 0;
}

static const struct blocking until_it_has_come = {has_come, signals_describe};

bool signals_waits_for_outside(const struct thread *thread) {
  return thread->state == THREAD_READY && thread->blocking == &until_it_has_come;
}

/* Returns the signal, or 0: the thread has given up. */
static int signal_wait(uint64_t set, const struct timespec *patience, uint64_t pc) {
  struct expected expected = {set};
  const bool waits = !patience || patience->tv_sec > 0 || patience->tv_nsec > 0;
  struct state_acts acts = {.n = 0, .shown = -1};
  rt.current->ticket = &expected;
  state_add(&acts, pending_place(rt.current->tid + 1), RV_READ | RV_WRITE);
  state_add(&acts, pending_place(ANYBODY), RV_READ | RV_WRITE);
  if (waits) {
    acts.blocking = &until_it_has_come;
    acts.watched = acts.n;
    acts.timed = patience != NULL;
    acts.cancellable = true;
  }
  cancellation_point(pc, NULL);
  state_act(&acts, pc);
  const int number = pending_take(set);
  if (number)
    object_acquire((const void *)(uintptr_t)pending_place(rt.current->tid + 1));
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
  const int found = signal_wait(set_of(set, CALLER, FRAME), NULL, CALLER);
  plain_access((uintptr_t)number, sizeof *number, true, CALLER, FRAME);
  *number = found;
  return 0;
}

static int wait_for_info(uint64_t set, siginfo_t *info, const struct timespec *patience,
                         uint64_t pc, void *frame) {
  const int found = signal_wait(set, patience, pc);
  if (!found)
    return sending_failed(EAGAIN);
  if (info) {
    plain_access((uintptr_t)info, sizeof *info, true, pc, frame);
    *info = (siginfo_t){.si_signo = found, .si_code = SI_USER, .si_value = values[found]};
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
    return sending_failed(EINVAL);
  return wait_for_info(set_of(set, CALLER, FRAME), info, patience, CALLER, FRAME);
}

/* With another mask, until a handler has run. */
static int suspend(uint64_t mask, uint64_t pc, void *frame) {
  const uint64_t before = signals_mask_of(rt.current->tid);
  int number;
  set_mask(mask, pc);
  do
    number = signal_wait(~mask, NULL, pc);
  while (is_ignored(number));
  handler_run(number, pc, frame);
  set_mask(before, pc);
  signals_handle_pending(pc, frame);
  return sending_failed(EINTR);
}

EXPORT int sigsuspend(const sigset_t *set) {
  return rt.current ? suspend(set_of(set, CALLER, FRAME), CALLER, FRAME) : REAL(sigsuspend)(set);
}

EXPORT int pause(void) {
  return rt.current ? suspend(signals_mask_of(rt.current->tid), CALLER, FRAME) : REAL(pause)();
}

EXPORT int sigpending(sigset_t *set) {
  if (!rt.current)
    return REAL(sigpending)(set);
  struct state_acts acts = {.n = 0, .shown = -1};
  state_add(&acts, pending_place(rt.current->tid + 1), RV_READ);
  state_add(&acts, pending_place(ANYBODY), RV_READ);
  state_act(&acts, CALLER);
  plain_access((uintptr_t)set, sizeof *set, true, CALLER, FRAME);
  memset(set, 0, sizeof *set);
  set->__val[0] = pending[rt.current->tid + 1] | pending[ANYBODY];
  return 0;
}

/* --- executions ----------------------------------------------------------------------------------
 */

void signals_sent_reset(void) {
  if (are_sent)
    memset(pending, 0, sizeof pending);
}

void signals_sent_pieces(void) {
  if (!are_sent)
    return;
  checkpoint_piece(pending, (rt.high + 1) * sizeof *pending);
  checkpoint_piece(values, sizeof values);
}
