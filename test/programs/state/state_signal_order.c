// Two threads set what is to be done at a signal: who is last decides.
// expect: fail assertion
// at: BUG
// also: --context-sensitive
// algorithms: source optimal
// expect: fail assertion
// at: BUG
// also: --reset=fork
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *ignore(void *arg) {
  signal(SIGUSR1, SIG_IGN);
  return arg;
}

static void *leave(void *arg) {
  signal(SIGUSR1, SIG_DFL);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, leave, NULL);
  pthread_create(&b, NULL, ignore, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  struct sigaction now;
  sigaction(SIGUSR1, NULL, &now);
  assert(now.sa_handler == SIG_IGN); /* BUG */
  return 0;
}
