// A thread waits for a signal without looking first whether what it waits for has happened.
// expect: fail deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t happened = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&happened, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&happened);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
