// main returns while a thread waits for a lock that main holds: the end, not a deadlock.
// expect: pass
// traces: 2 (who gets the lock first)
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *locker(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, locker, NULL);
  pthread_mutex_lock(&mutex);
  return 0;
}
