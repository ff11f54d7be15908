// A flag that is stored as eight bytes and loaded as four is executed as under sc, and means what
// its orders say: with a relaxed store the data need not be there.
// options: --memory=c11
// algorithms: optimal
// cflags: -DSTORE=memory_order_release
// expect: pass
// not_covered: atomically with different sizes was executed as under sc
// also: --memory=c11
// algorithms: optimal
// cflags: -DSTORE=memory_order_relaxed
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static union {
  _Atomic uint64_t whole;
  _Atomic uint32_t half[2];
} flag;
static atomic_int data;

static void *writer(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&flag.whole, UINT64_C(0x100000001), STORE);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  if (atomic_load_explicit(&flag.half[1], memory_order_acquire))
    assert(atomic_load_explicit(&data, memory_order_relaxed));
  pthread_join(t, NULL);
}
