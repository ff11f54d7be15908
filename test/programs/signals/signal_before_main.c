// A handler that a constructor has set, as liburcu does, is called like any other.
// expect: pass
// traces: 4 (the signal comes before the first store, before the second, after it, or too late)
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int stored, handled; /* not static: clang would take them away */

static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  assert(number == SIGUSR1 && info->si_signo == SIGUSR1);
  handled++;
}

__attribute__((constructor)) static void set(void) {
  const struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigaction(SIGUSR1, &action, NULL);
}

static void *work(void *arg) {
  stored = 1;
  stored = 2;
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_kill(a, SIGUSR1);
  pthread_join(a, NULL);
  assert(handled <= 1);
  return 0;
}
