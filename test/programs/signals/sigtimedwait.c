// A thread waits for a signal for a while: it gets it, or gives up.
// expect: pass
// traces: 2 (it gives up before the signal is sent, or gets it)
// also:
// cflags: -DSURE
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static pthread_t first;

static void *send(void *arg) {
  const union sigval value = {.sival_int = 7};
  assert(pthread_sigqueue(first, SIGUSR2, value) == 0);
  return arg;
}

int main(void) {
  pthread_t sender;
  sigset_t set, there;
  siginfo_t info;
  const struct timespec second = {1, 0}, none = {0, 0};
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  first = pthread_self();
  pthread_create(&sender, NULL, send, NULL);
  const int got = sigtimedwait(&set, &info, &second);
  assert(got == SIGUSR2 ? info.si_value.sival_int == 7 : got == -1 && errno == EAGAIN);
  pthread_join(sender, NULL);
#ifdef SURE
  assert(got == SIGUSR2); /* BUG */
#endif
  sigpending(&there);
  assert(sigismember(&there, SIGUSR2) == (got == -1));
  assert(sigtimedwait(&set, NULL, &none) == (got == -1 ? SIGUSR2 : -1));
  return 0;
}
