// A thread adds to x, and takes that back when y is not set yet. Another one, in atomic blocks,
// sees x at 1 and then at 0 again: the iteration in between can be told, and is not void.
// expect: fail assertion
// at: SEEN
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>

static atomic_int x, y;
static int first, second;

static void *tries(void *arg) {
  for (;;) {
    atomic_fetch_add(&x, 1);
    if (atomic_load(&y))
      return arg;
    atomic_fetch_sub(&x, 1);
  }
}

static void *looks(void *arg) {
  ravel_atomic {
    first = atomic_load(&x);
  }
  ravel_atomic {
    second = atomic_load(&x);
  }
  atomic_store(&y, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, tries, NULL);
  pthread_create(&b, NULL, looks, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(first == 1 && second == 0)); /* SEEN */
}
