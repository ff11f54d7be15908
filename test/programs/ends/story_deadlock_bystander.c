// A deadlock with a thread that has no part in it: that one must come to its end, or somebody could
// go on, so its steps stay in the trace.
// expect: fail deadlock
// at: WAIT
// preemptions: 1 (one thread between its two locks)
// switches: 2 (the two locks and the bystander, each in one row)
// steps: 5 (two locks, three stores)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
atomic_int other;

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

static void *bystander(void *arg) {
  for (int i = 0; i < 3; i++)
    atomic_store(&other, i);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, forwards, NULL);
  pthread_create(&threads[1], NULL, backwards, NULL);
  pthread_create(&threads[2], NULL, bystander, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
