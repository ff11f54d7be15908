// main ends its own thread holding a lock: who waits for it waits forever.
// expect: fail deadlock
// at: WAIT
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *locker(void *arg) {
  pthread_mutex_lock(&mutex); /* WAIT */
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, locker, NULL);
  pthread_exit(NULL);
}
