// The third runs for ever without a visible operation.
// expect: fail deadlock
// at: BUG
// options: --step-seconds 1
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "ravel.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int held;

static void *one(void *arg) {
  pthread_mutex_lock(&a);
  atomic_fetch_add(&held, 1);
  pthread_mutex_lock(&b); /* BUG */
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *two(void *arg) {
  pthread_mutex_lock(&b);
  atomic_fetch_add(&held, 1);
  pthread_mutex_lock(&a); /* BUG */
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}

static void *runner(void *arg) {
  ravel_await(atomic_load(&held) == 2);
  for (int i = 1; i; i |= 1)
    __asm__ volatile("" : "+r"(i));
  return arg;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[2], NULL, runner, NULL);
  pthread_create(&thread[0], NULL, one, NULL);
  pthread_create(&thread[1], NULL, two, NULL);
  pthread_exit(NULL);
}
