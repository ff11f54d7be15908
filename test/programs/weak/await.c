// An await is a loop of loads: what it reads need not be the last, and synchronises as its order
// says.
// options: --memory=c11
// algorithms: optimal
// cflags: -DSTORE=memory_order_release
// expect: pass
// traces: 1 (x is 1 when y is)
// also: --memory=c11
// algorithms: optimal
// cflags: -DSTORE=memory_order_relaxed
// expect: fail assertion
// also: --memory=tso
// algorithms: optimal
// cflags: -DSTORE=memory_order_relaxed
// expect: pass
// also: --memory=pso
// algorithms: optimal
// cflags: -DSTORE=memory_order_relaxed
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *writer(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, STORE);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  ravel_await(atomic_load_explicit(&y, memory_order_acquire) == 1);
  assert(atomic_load_explicit(&x, memory_order_relaxed));
  pthread_join(t, NULL);
}
