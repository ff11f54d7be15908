/*
 * Signal handling by the program. The signals by which the runtime sees crashes and endless loops
 * stay its own: the program may ask for them, and nothing changes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "runtime/real.h"
#include "runtime/runtime.h"

static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGALRM};

static bool is_own(int number) {
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (own[i] == number)
      return true;
  return false;
}

EXPORT int sigaction(int number, const struct sigaction *restrict action,
                     struct sigaction *restrict old) {
  if (!rt.current || !is_own(number))
    return REAL(sigaction)(number, action, old);
  if (old)
    memset(old, 0, sizeof *old);
  return 0;
}

EXPORT __sighandler_t signal(int number, __sighandler_t handler) {
  return rt.current && is_own(number) ? SIG_DFL : REAL(signal)(number, handler);
}

static const sigset_t *without_own(const sigset_t *set, sigset_t *copy) {
  if (!set || !rt.current)
    return set;
  *copy = *set;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    sigdelset(copy, own[i]);
  return copy;
}

EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  sigset_t copy;
  return REAL(sigprocmask)(how, how == SIG_UNBLOCK ? set : without_own(set, &copy), old);
}

EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  sigset_t copy;
  return REAL(pthread_sigmask)(how, how == SIG_UNBLOCK ? set : without_own(set, &copy), old);
}

EXPORT int sigaltstack(const stack_t *restrict stack, stack_t *restrict old) {
  if (!rt.current)
    return REAL(sigaltstack)(stack, old);
  if (old)
    *old = (stack_t){.ss_flags = SS_DISABLE};
  return 0;
}
