// Waiting without a condition: a signal that comes first is lost.
// expect: fail deadlock
// at: WAIT
// also: --keep-going
// expect: fail deadlock
// traces: 2 (the signal is before or after the wait)
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&cond, &mutex); /* WAIT */
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *signal(void *arg) {
  pthread_cond_signal(&cond);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, wait, NULL);
  pthread_create(&b, NULL, signal, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
