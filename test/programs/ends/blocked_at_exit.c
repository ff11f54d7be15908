// A thread that waits for a mutex of main's when main returns is not deadlocked: the program ends.
// expect: pass
// traces: 2 (the lock of the thread before those of main, or never)
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *waiter(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_detach(thread);
  pthread_mutex_lock(&mutex);
  return 0;
}
