// Every value of ravel_choose is explored, and choices of different threads are independent.
// expect: pass
// traces: 6 (2 * 3 values)
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stddef.h>

static void *two(void *arg) {
  assert(ravel_choose(2) < 2);
  return arg;
}

static void *three(void *arg) {
  assert(ravel_choose(3) < 3);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, two, NULL);
  pthread_create(&b, NULL, three, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
