// An execution that is too long does not hide an error within a bound of preemptions.
// options: --preemption-bound=1 --max-steps=100
// algorithms: optimal sleep naive
// expect: fail assertion
// also: --preemption-bound=2 --max-steps=100 --keep-going
// algorithms: optimal sleep
// expect: fail
// errors: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
atomic_int y; /* not static: clang would take it away */

static void *works(void *arg) {
  if (atomic_load(&x) == 1)
    for (int i = 0; i < 200; i++)
      atomic_store(&y, i);
  assert(atomic_load(&x) != 2);
  return arg;
}

static void *tells(void *arg) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, works, NULL);
  pthread_create(&b, NULL, tells, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
