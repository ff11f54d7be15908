// A ring for one producer and one consumer; with -DWEAK the producer does not release.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

static int slots[2];
atomic_uint head, end;

static void *produce(void *unused) {
  for (int i = 1; i <= 3; i++) {
    const unsigned at = atomic_load_explicit(&end, memory_order_relaxed);
    if (at - atomic_load_explicit(&head, memory_order_acquire) == 2)
      continue;
    slots[at % 2] = i;
    atomic_store_explicit(&end, at + 1, RELEASE);
  }
  return unused;
}

static void *consume(void *unused) {
  int last = 0;
  for (int i = 0; i < 2; i++) {
    const unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
    if (atomic_load_explicit(&end, memory_order_acquire) == at)
      continue;
    assert(slots[at % 2] > last);
    last = slots[at % 2];
    atomic_store_explicit(&head, at + 1, memory_order_release);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
