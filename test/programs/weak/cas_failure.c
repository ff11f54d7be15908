// A compare-and-swap that fails is a load with the order that is given for failure. What the
// program does after it is not seen where this order does not allow what was read.
// options: --memory=c11 --algorithm=graph
// algorithms: optimal
// cflags: -DFAILURE=memory_order_seq_cst
// expect: pass
// traces: 3 (each may read 0, but not both)
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// cflags: -DFAILURE=memory_order_acquire
// expect: fail assertion
// also: --memory=tso --algorithm=graph
// algorithms: optimal
// cflags: -DFAILURE=memory_order_relaxed
// expect: pass
// traces: 3 (on the machine it empties the store buffer, whatever its order)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int saw_x, saw_y;

static int find(atomic_int *object) {
  int expected = 5;
  atomic_compare_exchange_strong_explicit(object, &expected, 6, memory_order_seq_cst, FAILURE);
  return expected;
}

static void *first(void *unused) {
  atomic_store(&x, 1);
  saw_y = find(&y);
  return unused;
}

static void *second(void *unused) {
  atomic_store(&y, 1);
  saw_x = find(&x);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(saw_x || saw_y);
}
