/* The function under test changes a variable of its caller: each execution finds it as it was. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "ravel.h"

static atomic_int x;

static void *store(void *arg) {
  x = 1;
  return arg;
}

static void count(void *n) {
  pthread_t thread;
  ++*(volatile int *)n;
  pthread_create(&thread, NULL, store, NULL);
  (void)atomic_load(&x);
  pthread_join(thread, NULL);
  assert(*(volatile int *)n == 1);
}

static void *check(void *arg) {
  volatile int n = 0;
  ravel_check(count, (void *)&n, .more = "--reset memory");
  assert(n == 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  check(NULL);
  pthread_create(&thread, NULL, check, NULL);
  pthread_join(thread, NULL);
  return 0;
}
