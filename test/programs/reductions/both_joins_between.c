// Main joins one thread, reads, joins the other, and reads: what it reads first decides whether it
// matters what it reads then. The assertion fails if T2 stores to y first and to x first as well.
// expect: fail assertion
// at: BUG
// options: --context-sensitive --observers
// algorithms: optimal source
// also: --context-sensitive --observers --order=youngest
// expect: fail assertion
// at: BUG
// algorithms: optimal source
// also: --context-sensitive --observers --order=random --seed=2
// expect: fail assertion
// at: BUG
// algorithms: optimal source
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *unused) {
  atomic_store(&y, 1);
  atomic_store(&x, 0);
  return unused;
}

static void *second(void *unused) {
  atomic_store(&y, 0);
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  const int r = atomic_load(&y);
  pthread_join(two, NULL);
  const int s = atomic_load(&x);
  assert(!(r == 1 && s == 0)); /* BUG */
}
