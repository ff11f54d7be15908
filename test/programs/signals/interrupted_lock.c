// A thread is interrupted while it waits for a lock, and then waits again. The handler does the
// same whoever holds the lock meanwhile.
// expect: pass
// traces: 4 (before one of lock, unlock and the end of the thread, or too late)
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handle(int number) {
  (void)number;
}

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  pthread_mutex_lock(&lock);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
