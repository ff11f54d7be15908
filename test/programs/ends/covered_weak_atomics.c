// Store buffering: relaxed atomics allow both threads to read zero, and only sequentially
// consistent executions are explored. The verdict says so.
// expect: pass
// not_covered: weaker than seq_cst
// traces: 3 (all but the one in which both read zero)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int read_x, read_y;

static void *other(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  read_y = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  read_x = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(thread, NULL);
  assert(read_x || read_y);
}
