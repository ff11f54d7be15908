// What a thread would do is tried out in the middle of a replay. Where the trial ends before an
// operation that a signal may interrupt, no step of the replay ends there.
// options: --races=interleave --keep-going
// cflags: -O0
// expect: fail lock-misuse
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

atomic_ulong counter;
unsigned long found;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void handle(int number) {
  (void)number;
  atomic_store(&counter, 2);
}

static void *sends(void *unused) {
  kill(getpid(), SIGUSR1);
  unsigned long before = atomic_fetch_add(&counter, 1);
  pthread_mutex_unlock(&mutex);
  return before ? unused : NULL;
}

static void *adds(void *unused) {
  found = atomic_fetch_add(&counter, 1);
  return unused;
}

int main(void) {
  const struct sigaction action = {.sa_handler = handle};
  pthread_t first, second;
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&first, NULL, sends, NULL);
  pthread_create(&second, NULL, adds, NULL);
  pthread_join(second, NULL);
  assert(found <= 3);
  return 0;
}
