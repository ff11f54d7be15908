// A mutex that is not robust, whose holder has ended: whoever wants it waits for ever.
// expect: fail deadlock
// at: WAIT
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *careless(void *arg) {
  pthread_mutex_lock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, careless, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex); /* WAIT */
  return 0;
}
