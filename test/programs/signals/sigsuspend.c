// A signal is blocked until the thread waits for it with sigsuspend(). Not blocked (-DOPEN), it may
// come before, and then the thread waits for ever: for a signal that somebody else may send.
// expect: pass
// traces: 1 (when it is sent makes no difference, as it is blocked until the thread waits)
// also:
// cflags: -DOPEN
// expect: pass
// not_covered: what follows signals from outside of the program
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t handled;
static pthread_t first;

static void handle(int number) {
  handled = number;
}

static void *send(void *arg) {
  pthread_kill(first, SIGUSR1);
  return arg;
}

int main(void) {
  pthread_t sender;
  sigset_t set, none;
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  sigemptyset(&set);
  sigemptyset(&none);
  sigaddset(&set, SIGUSR1);
#ifndef OPEN
  pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
  first = pthread_self();
  pthread_create(&sender, NULL, send, NULL);
  assert(sigsuspend(&none) == -1 && errno == EINTR);
  assert(handled == SIGUSR1);
  pthread_join(sender, NULL);
  return 0;
}
