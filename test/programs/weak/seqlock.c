// A sequence lock of atomic data; with -DWEAK the reader has no fence before it looks again.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sequence, x, y;

static void *writer(void *unused) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return unused;
}

static void *reader(void *unused) {
  const int before = atomic_load_explicit(&sequence, memory_order_acquire);
  const int a = atomic_load_explicit(&x, memory_order_relaxed);
  const int b = atomic_load_explicit(&y, memory_order_relaxed);
#ifndef WEAK
  atomic_thread_fence(memory_order_acquire);
#endif
  const int after = atomic_load_explicit(&sequence, memory_order_relaxed);
  if (before == after && before % 2 == 0)
    assert(a == b);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
