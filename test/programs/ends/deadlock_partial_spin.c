// Two threads wait for each other while a third runs for ever.
// expect: fail deadlock
// at: BUG
// options: --max-steps 200
// algorithms: source optimal
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_long beats;

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
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, one, NULL);
  pthread_create(&thread[1], NULL, two, NULL);
  for (;;)
    atomic_fetch_add(&beats, 1);
}
