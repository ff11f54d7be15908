// One thread takes all signals: they are blocked everywhere, and it waits for them.
// expect: pass
// traces: 1 (it waits for the signal)
// also:
// cflags: -DTO_ALL
// expect: pass
// traces: 1 (the same)
// also:
// cflags: -DWRONG
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int plain;

static void *take(void *arg) {
  sigset_t set;
  int number;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGTERM);
  assert(sigwait(&set, &number) == 0);
  assert(plain == 1);
#ifdef WRONG
  assert(number == SIGTERM); /* BUG */
#endif
  assert(number == SIGUSR1);
  return arg;
}

int main(void) {
  pthread_t taker;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  pthread_create(&taker, NULL, take, NULL);
  plain = 1;
#ifdef TO_ALL
  kill(getpid(), SIGUSR1);
#else
  pthread_kill(taker, SIGUSR1);
#endif
  pthread_join(taker, NULL);
  return 0;
}
