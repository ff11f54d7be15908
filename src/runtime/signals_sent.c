/*
 * Signals that the program sends to itself: raise, kill, pthread_kill and their kind; and handlers.
 *
 * What is pending for a thread, or for any of them, is an object: to send changes it, or only adds
 * to it where there is no handler. A handler runs where its thread sends the signal to itself or
 * unblocks it; or it interrupts the thread (interrupt.c).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/coverage.h"
#include "runtime/error.h"
#include "runtime/handle.h"
#include "runtime/interrupt.h"
#include "runtime/object.h"
#include "runtime/process_numbers.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/signalfd.h"
#include "runtime/signals.h"

enum { SIGNALS = 65 };

static bool are_sent;                     /* the program can send signals */
static uint32_t sent[SHARED_MAX_THREADS]; /* by each thread */

void signals_can_be_sent(bool can) {
  are_sent = can;
}

/* --- handlers ------------------------------------------------------------------------------------
 */

static bool is_ignored_by_default(int number) {
  return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

static bool is_handled(int number) {
  return signals_handled() & signal_bit(number);
}

bool signals_is_ignored(int number) {
  const struct sigaction *const action = signals_action(number);
  return action->sa_handler == SIG_IGN ||
         (action->sa_handler == SIG_DFL && is_ignored_by_default(number));
}

siginfo_t signals_info(const struct signal_sent *signal) {
  siginfo_t info = {.si_signo = signal->number, .si_code = signal->code};
  info.si_value = signal->value;
  if (signal->code != SI_TIMER)
    info.si_pid = getpid();
  return info;
}

static void time_of_timer(const struct signal_sent *signal) {
  if (signal->code == SI_TIMER && rt.current->time < signal->time)
    rt.current->time = signal->time;
}

void signals_taken(const struct signal_sent *signal) {
  object_acquire((const void *)(uintptr_t)pending_place(rt.current->tid));
  time_of_timer(signal);
}

static _Noreturn void end_by_signal(int number, uint64_t pc, void *frame) {
  fail(number == SIGABRT ? ERROR_ABORT : ERROR_CRASH, pc, frame,
       "signal %d (SIG%s) ends the program", number,
       sigabbrev_np(number) ? sigabbrev_np(number) : "RT");
}

/* An event, unless nobody else looks at the mask. */
void signals_mask_is(uint64_t mask, uint64_t pc) {
  if (are_sent)
    state_access(signals_mask_place(rt.current->tid), RV_READ | RV_WRITE, pc);
  signals_set_mask(mask);
}

void signals_take_acts(struct state_acts *acts) {
  if (!are_sent)
    return;
  state_add(acts, signals_mask_place(rt.current->tid), RV_READ | RV_WRITE);
  state_add(acts, pending_place(rt.current->tid), RV_READ | RV_WRITE);
  state_add(acts, pending_place(SIGNALS_ANYBODY), RV_READ | RV_WRITE);
}

/* A handler takes the next one when it returns. */
void signals_take(uint64_t pc, void *frame) {
  const rv_tid tid = rt.current->tid;
  struct signal_sent signal;
  do {
    if (!pending_take(tid, ~signals_mask_of(tid), false, &signal))
      return;
    object_acquire((const void *)(uintptr_t)pending_place(tid));
  } while (!signals_handle(&signal, pc, frame));
}

/* Whatever is not blocked then is handled before the call returns, as POSIX says. */
void signals_mask_changes(uint64_t mask, uint64_t pc, void *frame) {
  const rv_tid tid = rt.current->tid;
  const bool unblocks = (signals_mask_of(tid) | pending_for(tid)) & ~mask;
  if (!are_sent || !(unblocks || signals_are_coming(mask))) {
    signals_mask_is(mask, pc);
    return;
  }
  struct state_acts acts = {.n = 0, .shown = -1};
  signals_take_acts(&acts);
  state_act(&acts, pc);
  signals_set_mask(mask);
  signals_take(pc, frame);
}

/* With the mask of the handler in place. What it has blocked and has come meanwhile is handled when
 * it returns. False: the signal is ignored. */
static bool handler_call(const struct signal_sent *signal, const struct sigaction *action,
                         uint64_t before, uint64_t pc, void *frame) {
  const int error = errno;
  struct record *const line = record(RECORD_HANDLES, pc);
  if (line)
    line->value = (uint64_t)signal->number;
  if (action->sa_flags & (int)SA_RESETHAND)
    signals_forget_action(signal->number);
  siginfo_t info = signals_info(signal);
  if (action->sa_flags & SA_SIGINFO)
    action->sa_sigaction(signal->number, &info, NULL);
  else
    action->sa_handler(signal->number);
  signals_mask_changes(before, pc, frame);
  errno = error;
  return true;
}

uint64_t signals_mask_in_handler(int number) {
  const struct sigaction *const action = signals_action(number);
  return action->sa_mask.__val[0] | (action->sa_flags & SA_NODEFER ? 0 : signal_bit(number));
}

/* The mask changes in the step under way, which says so: nothing comes in between. */
bool signals_handle(const struct signal_sent *signal, uint64_t pc, void *frame) {
  const struct sigaction action = *signals_action(signal->number);
  if (signals_is_ignored(signal->number))
    return false;
  time_of_timer(signal);
  if (action.sa_handler == SIG_DFL)
    end_by_signal(signal->number, pc, frame);
  const uint64_t before = signals_mask_of(rt.current->tid);
  signals_set_mask(before | signals_mask_in_handler(signal->number));
  return handler_call(signal, &action, before, pc, frame);
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

static bool is_of_program(const struct thread *thread) {
  return thread->state != THREAD_UNBORN && !thread->interruption.carries;
}

/* A signal that comes too late for a thread is on its way to it all the same: it might not have
 * been too late. Who sends can tell from its last look (interrupt.h), and not from its end. */
static bool lives(const struct thread *thread) {
  return is_of_program(thread) && thread->state != THREAD_ENDED && !thread->interruption.gone;
}

static bool blocks(const struct thread *thread, int number) {
  return signals_mask_of(thread->tid) & signal_bit(number);
}

/* What is sent with a value is told from others of its number. */
static uint32_t mode_of_sending(const struct signal_sent *signal) {
  return is_handled(signal->number) || signal->code == SI_QUEUE ? RV_READ | RV_WRITE : RV_ADD;
}

/* By the time that the signal is sent there may be more threads than now. */
static void add_all_masks(struct state_acts *acts) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (tid != rt.current->tid && is_of_program(&rt.threads[tid]))
      mark(signals_mask_place(tid));
  state_add_range(acts, signals_mask_place(0), SHARED_MAX_THREADS, RV_READ);
  interruption_adds_all(acts);
}

static void sending_adds(const struct signal_sent *signal, bool masks_matter,
                         struct state_acts *acts) {
  state_add(acts, pending_place(signal->target), mode_of_sending(signal));
  state_add(acts, state_place(STATE_SIGNAL, (uint64_t)signal->number), RV_READ);
  acts->releases =
      !masks_matter && signal->target == SIGNALS_ANYBODY; /* it keeps none from arriving */
  if (!masks_matter && is_handled(signal->number))
    return;
  if (signal->target != SIGNALS_ANYBODY) {
    state_add(acts, signals_mask_place(signal->target),
              signal->target == rt.current->tid ? RV_READ | RV_WRITE : RV_READ);
    interruption_adds(signal->target, acts);
    return;
  }
  state_add(acts, signals_mask_place(rt.current->tid), RV_READ | RV_WRITE);
  if (rt.high > 1)
    add_all_masks(acts);
}

/* Waits for its turn to send; what depends on the disposition is done as that is then. */
static void sending_acts(const struct signal_sent *signal, bool masks_matter, uint64_t pc) {
  bool handled;
  do {
    struct state_acts acts = {.n = 0, .shown = -1};
    handled = is_handled(signal->number);
    sending_adds(signal, masks_matter, &acts);
    state_act(&acts, pc);
  } while (handled != is_handled(signal->number));
}

static struct signal_sent *note_pending(const struct signal_sent *signal, uint64_t pc,
                                        void *frame) {
  object_release((const void *)(uintptr_t)pending_place(signal->target));
  for (rv_tid tid = 0; signal->target == SIGNALS_ANYBODY && tid < rt.high; tid++)
    object_release((const void *)(uintptr_t)pending_place(tid)); /* whoever takes it learns of it */
  signalfds_notice(signal->number);
  return pending_add(signal, pc, frame);
}

/* Without a handler: it stays pending where it is blocked. */
static void send_unhandled(const struct signal_sent *signal, bool blocked, uint64_t pc,
                           void *frame) {
  if (blocked)
    note_pending(signal, pc, frame);
  else if (!signals_is_ignored(signal->number))
    end_by_signal(signal->number, pc, frame);
}

static struct signal_sent new_signal(rv_tid target, int number, int code, union sigval value) {
  return (struct signal_sent){.id = rt.current->tid << 16 | sent[rt.current->tid]++,
                              .target = target,
                              .number = number,
                              .code = code,
                              .value = value,
                              .time = rt.current->time};
}

static void handle_what_is_sent(struct signal_sent *signal, uint64_t pc, void *frame) {
  if (pending_is_one_with(signal))
    object_acquire((const void *)(uintptr_t)pending_place(signal->target));
  signals_handle(signal, pc, frame);
}

static void send_to_itself(int number, int code, union sigval value, uint64_t pc, void *frame) {
  struct signal_sent signal = new_signal(rt.current->tid, number, code, value);
  sending_acts(&signal, true, pc); /* whose mask the handler changes */
  if (blocks(rt.current, number))
    note_pending(&signal, pc, frame);
  else
    handle_what_is_sent(&signal, pc, frame);
}

static bool waits_for_signal(struct thread *thread) {
  return signals_waits_for_outside(thread) && !interruption_is_awaited(thread);
}

static void send_to_thread(struct thread *target, int number, int code, union sigval value,
                           uint64_t pc, void *frame) {
  if (target == rt.current) {
    send_to_itself(number, code, value, pc, frame);
    return;
  }
  const struct signal_sent signal = new_signal(target->tid, number, code, value);
  signal_is_coming(number);
  sending_acts(&signal, false, pc);
  if (!is_handled(number)) {
    if (lives(target))
      send_unhandled(&signal, blocks(target, number) || waits_for_signal(target), pc, frame);
    return;
  }
  if (note_pending(&signal, pc, frame) && !rt.solo)
    signal_carry(&signal, target->tid, pc, frame);
}

static bool any_other_is_open(int number) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (&rt.threads[tid] != rt.current && lives(&rt.threads[tid]) &&
        !blocks(&rt.threads[tid], number))
      return true;
  return false;
}

/* Any thread may handle it that does not block it: it is on its way to each of them. If that is the
 * sender alone, it is handled at once. */
static void send_to_any(struct signal_sent *signal, uint64_t pc, void *frame) {
  struct thread *const self = rt.current;
  const int number = signal->number;
  const bool mine = lives(self) && !blocks(self, number);
  const bool others = (mine || !is_handled(number)) && any_other_is_open(number);
  if (!is_handled(number))
    send_unhandled(signal, !mine && !others, pc, frame);
  else if (mine && !others)
    handle_what_is_sent(signal, pc, frame);
  else if (note_pending(signal, pc, frame) && !rt.solo)
    for (rv_tid tid = 0, high = rt.high; tid < high; tid++)
      if (is_of_program(&rt.threads[tid]))
        signal_carry(signal, tid, pc, frame);
}

static void send_to_process(int number, int code, union sigval value, uint64_t pc, void *frame) {
  struct signal_sent signal = new_signal(SIGNALS_ANYBODY, number, code, value);
  signal_is_coming(number);
  sending_acts(&signal, !blocks(rt.current, number), pc);
  send_to_any(&signal, pc, frame);
}

void signals_creation_begins(uint64_t pc) {
  if (are_sent && is_marked(pending_place(SIGNALS_ANYBODY)))
    state_access(pending_place(SIGNALS_ANYBODY), RV_READ, pc);
}

void signals_creation_ends(const struct thread *child, uint64_t pc, void *frame) {
  const struct signal_sent *signal;
  for (uint32_t n = 0; are_sent && (signal = pending_for_anybody(n)); n++)
    if (is_handled(signal->number) && !blocks(child, signal->number) && !rt.solo)
      signal_carry(signal, child->tid, pc, frame);
}

void signals_thread_ends(uint64_t pc) {
  const uint64_t place = signals_mask_place(rt.current->tid);
  if (rt.solo || touch_privately(place, SHARED_STATE_STRIDE))
    return;
  visible_access(place, SHARED_STATE_STRIDE, RV_READ | RV_WRITE, pc, NULL);
  performed(0);
}

void signals_timer_acts(int number, struct state_acts *acts) {
  const struct signal_sent signal = {.target = SIGNALS_ANYBODY, .number = number, .code = SI_QUEUE};
  signal_is_coming(number);
  sending_adds(&signal, true, acts);
}

static bool would_end_program(int number) {
  return !is_handled(number) && !signals_is_ignored(number) && any_other_is_open(number);
}

void signals_timer_sends(int number, union sigval value, uint64_t pc, void *frame) {
  struct signal_sent signal = new_signal(SIGNALS_ANYBODY, number, SI_TIMER, value);
  if (would_end_program(number))
    not_covered_once("a timer whose signal would end the program: it does not go off");
  else
    send_to_any(&signal, pc, frame);
}

static const union sigval nothing = {0};

void signals_pipe_is_broken(uint64_t pc, void *frame) {
  send_to_itself(SIGPIPE, SI_USER, nothing, pc, frame);
}

EXPORT int raise(int number) {
  if (!rt.current)
    return REAL(raise)(number);
  if (!is_signal(number))
    return sending_failed(EINVAL);
  if (number)
    send_to_itself(number, SI_TKILL, nothing, CALLER, FRAME);
  return 0;
}

EXPORT int pthread_kill(pthread_t handle, int number) {
  if (!rt.current)
    return REAL(pthread_kill)(handle, number);
  struct thread *const target = thread_of(handle, "pthread_kill", CALLER, FRAME);
  if (!is_signal(number))
    return EINVAL;
  if (number)
    send_to_thread(target, number, SI_TKILL, nothing, CALLER, FRAME);
  return 0;
}

EXPORT int pthread_sigqueue(pthread_t handle, int number, const union sigval value) {
  if (!rt.current)
    return REAL(pthread_sigqueue)(handle, number, value);
  struct thread *const target = thread_of(handle, "pthread_sigqueue", CALLER, FRAME);
  if (!is_signal(number))
    return EINVAL;
  if (number)
    send_to_thread(target, number, SI_QUEUE, value, CALLER, FRAME);
  return 0;
}

static int send_by_process(const char *what, pid_t process, int number, int code,
                           union sigval value, uint64_t pc, void *frame) {
  if (!is_signal(number))
    return sending_failed(EINVAL);
  if (!number_is_own(process))
    unsupported(what, pc, frame);
  if (number)
    send_to_process(number, code, value, pc, frame);
  return 0;
}

EXPORT int kill(pid_t process, int number) {
  if (!rt.current)
    return REAL(kill)(process, number);
  return send_by_process("kill() of another process", process, number, SI_USER, nothing, CALLER,
                         FRAME);
}

EXPORT int tgkill(pid_t process, pid_t thread, int number) {
  if (!rt.current)
    return REAL(tgkill)(process, thread, number);
  if (process <= 0 || thread <= 0 || !is_signal(number))
    return sending_failed(EINVAL);
  if (process != getpid() || thread != gettid())
    unsupported("tgkill() of another thread", CALLER, FRAME);
  if (number)
    send_to_itself(number, SI_TKILL, nothing, CALLER, FRAME);
  return 0;
}

EXPORT int sigqueue(pid_t process, int number, const union sigval value) {
  if (!rt.current)
    return REAL(sigqueue)(process, number, value);
  return send_by_process("sigqueue() to another process", process, number, SI_QUEUE, value, CALLER,
                         FRAME);
}

/* --- executions ----------------------------------------------------------------------------------
 */

void signals_sent_reset(void) {
  rt.ends_shown = rt.ends_asked || interruptions_happen();
  interruptions_reset();
  if (!are_sent)
    return;
  pending_reset();
  memset(sent, 0, sizeof sent);
}

void signals_sent_pieces(void) {
  if (!are_sent)
    return;
  checkpoint_piece(sent, rt.high * sizeof *sent);
  pending_pieces();
}
