// A signal to the process is sent before, while or after another thread handles one: in between,
// that thread blocks it. Sent early enough, neither handler has run when the sender goes on.
// expect: fail assertion
// at: NEITHER
// options: --keep-going
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int handled;
static pthread_t first;

static void handle(int number) {
  (void)number;
  atomic_store(&handled, 1);
}

static void *sends(void *unused) {
  pthread_kill(first, SIGUSR1);
  kill(getpid(), SIGUSR1);
  assert(atomic_load(&handled)); /* NEITHER */
  return unused;
}

int main(void) {
  const struct sigaction action = {.sa_handler = handle};
  pthread_t thread;
  first = pthread_self();
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, sends, NULL);
  pthread_join(thread, NULL);
  return 0;
}
