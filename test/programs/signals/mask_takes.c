// To set a mask handles what is pending and not blocked before the call returns, even if it
// unblocks
// nothing: so after that the signal has been handled, or main is about to, before its next operation.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int handled;

static void handle(int number) {
  (void)number;
  handled = 1;
}

static void *work(void *unused) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  kill(getpid(), SIGUSR1);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(handled);
  return 0;
}
