// The thread sends itself a signal that is already on its way to it: they are one, and the handler
// runs once.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int handled, sent;

static void handle(int number) {
  (void)number;
  handled++;
}

static void *work(void *unused) {
  const int was_sent = sent;
  raise(SIGUSR1);
  if (was_sent)
    assert(handled == 2); /* BUG */
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  sent = 1;
  pthread_join(thread, NULL);
}
