// A spin lock in one half of a word that is stored whole, once: the loop of compare-and-swaps
// waits, though the memory is executed as under sc.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// traces: 2 (who is first)
// also: --memory=pso --reset=checked
// algorithms: optimal
// expect: pass
// traces: 2 (who is first)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static union {
  _Atomic uint64_t whole;
  _Atomic uint32_t half[2];
} word;
static int count;

static void *counts(void *unused) {
  uint32_t free;
  do
    free = 0;
  while (!atomic_compare_exchange_strong_explicit(&word.half[0], &free, 1, memory_order_acquire,
                                                  memory_order_relaxed));
  count++;
  atomic_store_explicit(&word.half[0], 0, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t;
  atomic_store(&word.whole, 0);
  pthread_create(&t, NULL, counts, NULL);
  counts(NULL);
  pthread_join(t, NULL);
  assert(count == 2);
}
