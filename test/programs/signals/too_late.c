// A thread without a visible operation can be interrupted all the same, before it ends.
// expect: fail assertion
// at: HANDLED
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void handle(int number) {
  assert(!number); /* HANDLED */
}

static void *work(void *unused) {
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
