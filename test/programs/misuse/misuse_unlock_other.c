// A normal mutex unlocked by a thread that does not hold it.
// expect: fail lock-misuse
// at: BUG
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *intruder(void *arg) {
  pthread_mutex_unlock(&mutex); /* BUG */
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, intruder, NULL);
  pthread_join(thread, NULL);
  return 0;
}
