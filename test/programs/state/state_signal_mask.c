// Each thread has its own signal mask, which it has from its parent.
// expect: pass
// traces: 2 (orders of the two updates)
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int shared;

static int blocks(int number) {
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  return sigismember(&now, number);
}

static void *block(void *arg) {
  sigset_t set;
  assert(blocks(SIGUSR1) && !blocks(SIGUSR2));
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  assert(atomic_fetch_add(&shared, 1) >= 0);
  assert(blocks(SIGUSR1) && blocks(SIGUSR2));
  return arg;
}

int main(void) {
  sigset_t set;
  assert(!blocks(SIGUSR1));
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_SETMASK, &set, NULL);
  pthread_t a, b;
  pthread_create(&a, NULL, block, NULL);
  pthread_create(&b, NULL, block, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(blocks(SIGUSR1) && !blocks(SIGUSR2));
  return 0;
}
