// The smallest program of the papers: p: x=1; x=2. q: y=1; x=3.
// expect: pass
// traces: 3 (places of x=3 among the writes of p)
// interleavings: 6 (4 choose 2)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x, y; // not static: nobody reads them, and a compiler that sees that drops the stores

static void *p(void *arg) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return arg;
}

static void *q(void *arg) {
  atomic_store(&y, 1);
  atomic_store(&x, 3);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, p, NULL);
  pthread_create(&b, NULL, q, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
