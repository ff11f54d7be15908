// A mutex is destroyed while one thread holds it and another waits for it. Who waits never gets it:
// the holder waits for that thread to end, which is an error of its own.
// options: --keep-going
// expect: fail lock-misuse
// errors: 3
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *arg) {
  pthread_mutex_lock(&mutex);
  return arg;
}

static void *destroys(void *arg) {
  pthread_mutex_destroy(&mutex);
  return arg;
}

int main(void) {
  pthread_t waits, breaks;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_create(&breaks, NULL, destroys, NULL);
  pthread_mutex_lock(&mutex);
  pthread_create(&waits, NULL, locks, NULL);
  pthread_join(waits, NULL);
  assert(!"the mutex was held");
  return 0;
}
