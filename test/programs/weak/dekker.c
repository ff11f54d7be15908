// Dekker's way in, of which at most one gets in; with -DWEAK there is no fence.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int wants[2];
static int inside;

static void *try(void *which) {
  const int me = (int)(intptr_t)which;
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
#ifndef WEAK
  atomic_thread_fence(memory_order_seq_cst);
#endif
  if (!atomic_load_explicit(&wants[1 - me], memory_order_relaxed))
    inside++;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, try, (void *)0);
  pthread_create(&b, NULL, try, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
