// A spin lock by exchange in memory that is accessed with two sizes: a turn that finds what it
// writes has no effect, and the search ends.
// options: --memory=c11
// algorithms: optimal
// cflags: -DRELEASE=memory_order_release
// expect: pass
// traces: 2 (who is first)
// also: --memory=tso
// algorithms: optimal
// cflags: -DRELEASE=memory_order_release
// expect: pass
// traces: 2 (the same)
// also: --memory=c11
// algorithms: optimal
// cflags: -DRELEASE=memory_order_relaxed
// expect: fail data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static _Atomic uint32_t lock;
static int counter;

static void *run(void *unused) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
    ;
  counter++;
  atomic_store_explicit(&lock, 0, RELEASE);
  return unused;
}

int main(void) {
  pthread_t a, b;
  (void)__atomic_load_n((const uint8_t *)&lock, __ATOMIC_RELAXED);
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
