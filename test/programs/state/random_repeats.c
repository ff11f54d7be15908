// A thread that is created after a race draws the same number whichever way the race goes.
// expect: fail exit-status
// options: --keep-going --expect-exit=100
// errors: 1
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int x;

static void *store(void *arg) {
  x = 1;
  return arg;
}

static void *draw(void *arg) {
  (void)arg;
  return (void *)(intptr_t)(rand() % 100);
}

int main(void) {
  pthread_t a, b;
  void *drawn;
  pthread_create(&a, NULL, store, NULL);
  x = 2;
  pthread_create(&b, NULL, draw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, &drawn);
  return (int)(intptr_t)drawn;
}
