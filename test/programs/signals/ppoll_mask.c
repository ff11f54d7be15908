// A signal is blocked except in ppoll(), which has a mask of its own: it is never missed.
// expect: pass
// not_covered: volatile accesses
// traces: 1 (when it is sent makes no difference, as it is blocked until the thread waits)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t handled;
static pthread_t first;

static void handle(int number) {
  handled = number;
}

static void *send(void *unused) {
  pthread_kill(first, SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  sigset_t set, before;
  const struct sigaction action = {.sa_handler = handle};
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaction(SIGUSR1, &action, NULL);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  first = pthread_self();
  pthread_create(&thread, NULL, send, NULL);
  while (!handled)
    assert(ppoll(NULL, 0, NULL, &before) == -1 && errno == EINTR);
  pthread_join(thread, NULL);
  return 0;
}
