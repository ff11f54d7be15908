// Peterson's algorithm as it is right in C11 (A. Williams). With -DWEAK it has a fence instead of
// the exchange: no two threads are inside at a time, but one can come in by an old `interested` and
// know nothing of what the other did there.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int interested[2], turn; // not static: clang would make `turn` a local variable
static int counter;

static void *enter(void *which) {
  const int me = (int)(intptr_t)which, other = 1 - me;
  atomic_store_explicit(&interested[me], 1, memory_order_relaxed);
#ifdef WEAK
  atomic_store_explicit(&turn, other, memory_order_release);
  atomic_thread_fence(memory_order_seq_cst);
#else
  atomic_exchange_explicit(&turn, other, memory_order_acq_rel);
#endif
  while (atomic_load_explicit(&interested[other], memory_order_acquire) &&
         atomic_load_explicit(&turn, memory_order_acquire) == other)
    ;
  counter++;
  atomic_store_explicit(&interested[me], 0, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, (void *)0);
  pthread_create(&b, NULL, enter, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
