// Two locks taken in opposite orders.
// expect: fail deadlock
// at: WAIT
// preemptions: 1 (one thread between its two locks)
// switches: 1
// also: --keep-going
// expect: fail deadlock
// traces: 3 (one thread first, the other first, the deadlock)
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); /* WAIT */
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *backwards(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a); /* WAIT */
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t p, q;
  pthread_create(&p, NULL, forwards, NULL);
  pthread_create(&q, NULL, backwards, NULL);
  pthread_join(p, NULL); /* WAIT */
  pthread_join(q, NULL); /* WAIT */
  return 0;
}
