// Two threads wait for each other, and main returns without waiting for either.
// expect: fail deadlock
// at: BUG
// message: ^2 threads can never go on, whatever the others do$
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b); /* BUG */
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *two(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a); /* BUG */
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, one, NULL);
  pthread_detach(thread);
  pthread_create(&thread, NULL, two, NULL);
  pthread_detach(thread);
  return 0;
}
