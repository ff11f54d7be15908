/*
 * Signal handling by the program. Dispositions are kept here, and given to the kernel too: they go
 * back with the rest of the state. But the signals by which the runtime sees crashes and endless
 * loops stay its own: the program may ask for them, and nothing happens.
 *
 * Masks are kept for each thread and never reach the kernel, where SIGPIPE is blocked. Signals that
 * the program sends to itself are in signals_sent.c.
 */
#define _GNU_SOURCE
#include "runtime/signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/real.h"
#include "runtime/spinloop.h"
#include "runtime/state.h"

enum { SIGNALS = 65 }; /* and none with number 0 */

static struct sigaction initial[SIGNALS], now[SIGNALS];
static uint64_t handled_before; /* which have handlers when main() begins */
static uint64_t changed;        /* signals whose `now` is not `initial`, by number - 1 */
static uint64_t given;          /* those whose disposition in the kernel is not `initial` */

static uint64_t initial_mask, masks[SHARED_MAX_THREADS]; /* as `changed` */
static bool masked; /* a mask has been set in this execution: others are not in `masks` */

static bool is_own(int number) {
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGALRM, SIGSYS};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (own[i] == number)
      return true;
  return false;
}

static uint64_t bit(int number) {
  return UINT64_C(1) << (number - 1);
}

static void signals_give(int number) {
  if (is_own(number))
    return;
  REAL(sigaction)(number, &now[number], NULL);
  given |= bit(number);
}

/* --- executions ----------------------------------------------------------------------------------
 */

void signals_snapshot(void) {
  for (int i = 1; i < SIGNALS; i++)
    REAL(sigaction)(i, NULL, &initial[i]);
  memcpy(now, initial, sizeof now);
  for (int i = 1; i < SIGNALS; i++)
    if (now[i].sa_handler != SIG_DFL && now[i].sa_handler != SIG_IGN)
      handled_before |= bit(i);
  sigset_t set;
  REAL(pthread_sigmask)(SIG_SETMASK, NULL, &set);
  initial_mask = set.__val[0];
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE); /* which the runtime sends */
  REAL(pthread_sigmask)(SIG_BLOCK, &set, NULL);
}

/* What the kernel has been given and is no longer so. */
static void take_back(void) {
  for (uint64_t left = given; left; left &= left - 1) {
    const int number = __builtin_ctzll(left) + 1;
    REAL(sigaction)(number, &now[number], NULL);
  }
  given &= changed;
}

void signals_before_back(void) {
  for (uint64_t left = changed; left; left &= left - 1) {
    const int number = __builtin_ctzll(left) + 1;
    now[number] = initial[number];
  }
  changed = 0;
  masked = false;
}

void signals_after_back(void) {
  take_back();
}

void signals_reset(void) {
  signals_before_back();
  take_back();
}

void signals_pieces(void) {
  if (changed)
    checkpoint_piece(&changed, sizeof changed);
  for (uint64_t left = changed; left; left &= left - 1)
    checkpoint_piece(&now[__builtin_ctzll(left) + 1], sizeof *now);
  if (!masked)
    return;
  checkpoint_piece(&masked, sizeof masked);
  checkpoint_piece(masks, rt.high * sizeof *masks);
}

void signals_thread_begins(rv_tid tid, rv_tid parent) {
  if (masked)
    masks[tid] = masks[parent];
}

uint64_t signals_mask_of(rv_tid tid) {
  return masked ? masks[tid] : initial_mask;
}

static void masks_begin(void) {
  for (rv_tid tid = 0; tid < rt.high && !masked; tid++)
    masks[tid] = initial_mask;
  masked = true;
}

void signals_set_mask(uint64_t mask) {
  masks_begin();
  masks[rt.current->tid] = mask & ~(bit(SIGKILL) | bit(SIGSTOP));
}

uint64_t signals_handled(void) {
  uint64_t handled = 0;
  for (uint64_t left = changed | handled_before; left; left &= left - 1) {
    const int number = __builtin_ctzll(left) + 1;
    if (now[number].sa_handler != SIG_DFL && now[number].sa_handler != SIG_IGN)
      handled |= bit(number);
  }
  return handled;
}

const struct sigaction *signals_action(int number) {
  return &now[number];
}

void signals_forget_action(int number) {
  now[number] = (struct sigaction){.sa_flags = 0};
  now[number].sa_handler = SIG_DFL;
  changed |= bit(number);
}

/* --- dispositions --------------------------------------------------------------------------------
 */

static int set_and_get(int number, const struct sigaction *action, struct sigaction *old,
                       uint64_t pc) {
  if (number < 1 || number >= SIGNALS || number == 32 || number == 33 ||
      (action && (number == SIGKILL || number == SIGSTOP))) {
    errno = EINVAL;
    return -1;
  }
  const struct sigaction wanted = action ? *action : now[number]; /* `old` may be the same */
  state_access(state_place(STATE_SIGNAL, (uint64_t)number), action ? RV_READ | RV_WRITE : RV_READ,
               pc);
  if (old)
    *old = now[number];
  if (action) {
    now[number] = wanted;
    changed |= bit(number);
    signals_give(number);
  }
  return 0;
}

EXPORT int sigaction(int number, const struct sigaction *restrict action,
                     struct sigaction *restrict old) {
  if (!rt.current)
    return REAL(sigaction)(number, action, old);
  if (action)
    plain_access((uintptr_t)action, sizeof *action, false, CALLER, FRAME);
  if (old)
    plain_access((uintptr_t)old, sizeof *old, true, CALLER, FRAME);
  return set_and_get(number, action, old, CALLER);
}

static __sighandler_t set_simply(int number, __sighandler_t handler, int flags, uint64_t pc) {
  struct sigaction action = {.sa_flags = flags}, old;
  action.sa_handler = handler;
  if (number > 0 && !(flags & SA_NODEFER))
    sigaddset(&action.sa_mask, number);
  return set_and_get(number, &action, &old, pc) ? SIG_ERR : old.sa_handler;
}

EXPORT __sighandler_t signal(int number, __sighandler_t handler) {
  return rt.current ? set_simply(number, handler, SA_RESTART, CALLER)
                    : REAL(signal)(number, handler);
}

EXPORT __sighandler_t sysv_signal(int number, __sighandler_t handler) {
  return rt.current ? set_simply(number, handler, (int)(SA_RESETHAND | SA_NODEFER), CALLER)
                    : REAL(sysv_signal)(number, handler);
}

__sighandler_t __sysv_signal(int number, __sighandler_t handler);
EXPORT __sighandler_t __sysv_signal(int number, __sighandler_t handler) {
  return rt.current ? set_simply(number, handler, (int)(SA_RESETHAND | SA_NODEFER), CALLER)
                    : REAL(__sysv_signal)(number, handler);
}

/* --- masks ---------------------------------------------------------------------------------------
 */

/* Returns an error number. */
static int mask(int how, const sigset_t *set, sigset_t *old, uint64_t pc, void *frame) {
  const uint64_t before = signals_mask_of(rt.current->tid);
  not_spinning();
  if (set) {
    plain_access((uintptr_t)set, sizeof *set, false, pc, frame);
    const uint64_t wanted = set->__val[0];
    if (how != SIG_SETMASK && how != SIG_BLOCK && how != SIG_UNBLOCK)
      return EINVAL;
    signals_mask_changes(how == SIG_SETMASK ? wanted
                         : how == SIG_BLOCK ? before | wanted
                                            : before & ~wanted,
                         pc, frame);
  }
  if (old) {
    plain_access((uintptr_t)old, sizeof *old, true, pc, frame);
    *old = (sigset_t){{before}};
  }
  return 0;
}

EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  if (!rt.current)
    return REAL(sigprocmask)(how, set, old);
  const int error = mask(how, set, old, CALLER, FRAME);
  if (error)
    errno = error;
  return error ? -1 : 0;
}

EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  return rt.current ? mask(how, set, old, CALLER, FRAME) : REAL(pthread_sigmask)(how, set, old);
}

EXPORT int sigaltstack(const stack_t *restrict stack, stack_t *restrict old) {
  if (!rt.current)
    return REAL(sigaltstack)(stack, old);
  if (old)
    *old = (stack_t){.ss_flags = SS_DISABLE};
  return 0;
}
