// A join orders what the joined thread did before what comes after, and nothing else.
// expect: pass
// traces: 3 (the second store is before, between or after the two that the first join orders)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x; /* not static: clang would take it away */

static void *first(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

static void *second(void *arg) {
  atomic_store(&x, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  atomic_store(&x, 3);
  pthread_join(b, NULL);
  atomic_store(&x, 4);
  return 0;
}
