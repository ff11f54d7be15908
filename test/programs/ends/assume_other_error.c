// An assumption of one thread fails, and after it another thread has an error that does not depend
// on it: the error can as well come first.
// expect: fail assertion
// at: BUG
// also: --keep-going
// expect: fail assertion
// errors: 1
// also: --preemption-bound=0
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "ravel.h"

static atomic_int x, y;

static void *assume(void *arg) {
  ravel_assume(atomic_load(&x) == 1);
  return arg;
}

static void *fail(void *arg) {
  atomic_store(&y, 1);
  assert(atomic_load(&y) != 1); /* BUG */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, assume, NULL);
  pthread_create(&b, NULL, fail, NULL);
  pthread_join(b, NULL);
  pthread_join(a, NULL);
  return 0;
}
