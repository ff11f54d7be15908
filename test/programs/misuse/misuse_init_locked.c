// A mutex is initialised again while a thread may hold it.
// expect: fail lock-misuse
// at: INIT
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, user, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_init(&mutex, NULL); /* INIT */
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
