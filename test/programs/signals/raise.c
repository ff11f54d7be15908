// A thread sends a signal to itself: its handler runs before raise() returns, or when the signal is
// no longer blocked.
// expect: pass
// traces: 1 (one thread)
// also:
// cflags: -DDEFAULT
// expect: fail crash
// message: SIGUSR1
// at: BUG
// also:
// cflags: -DIGNORED
// expect: pass
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t handled;

static void handle(int number) {
  sigset_t now;
  assert(number == SIGUSR1);
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  assert(sigismember(&now, SIGUSR1));
  handled++;
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
#ifdef IGNORED
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1);
  raise(SIGCHLD);
  assert(handled == 0);
  return 0;
#elif !defined DEFAULT
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
#endif
  raise(SIGUSR1); /* BUG */
  assert(handled == 1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR1);
  assert(handled == 1);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  assert(handled == 2);
  return 0;
}
