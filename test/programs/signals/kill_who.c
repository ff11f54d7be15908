// A signal to the process may be handled by any thread that has not blocked it. Ravel has it
// handled by the thread that sends it, and says so. With -DBLOCKED there is no other.
// expect: pass
// not_covered: handled by the thread that sends it
// also:
// cflags: -DBLOCKED
// expect: pass
// not_covered: nothing
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

atomic_int handled;

static void handle(int number) {
  (void)number;
  atomic_store(&handled, 1);
}

static void *other(void *unused) {
  atomic_load(&handled);
  return unused;
}

int main(void) {
  sigset_t set, before;
  pthread_t thread;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  signal(SIGUSR1, handle);
  pthread_sigmask(SIG_BLOCK, &set, &before);
#ifndef BLOCKED
  pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
  pthread_create(&thread, NULL, other, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  kill(getpid(), SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
