// Atomic objects of 16 bytes are executed as under sc, and synchronise as their orders say.
// options: --memory=c11
// algorithms: optimal
// cflags: -DSTORE=memory_order_release
// libs: -latomic
// expect: pass
// not_covered: another size than 1, 2, 4 or 8 bytes
// also: --memory=c11
// algorithms: optimal
// cflags: -DSTORE=memory_order_relaxed
// libs: -latomic
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct pair {
  long first, second;
};

static _Atomic struct pair pair;
static atomic_int data;

static void *writer(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  const struct pair both = {1, 1};
  atomic_store_explicit(&pair, both, STORE);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  const struct pair found = atomic_load_explicit(&pair, memory_order_acquire);
  assert(found.first == found.second);
  if (found.first)
    assert(atomic_load_explicit(&data, memory_order_relaxed));
  pthread_join(t, NULL);
}
