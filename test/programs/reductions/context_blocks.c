// Atomic blocks of several accesses that reach the same state in both orders, though the first of
// them does something else than the second.
// expect: pass
// traces: 2 (two orders)
// also: --context-sensitive
// expect: pass
// algorithms: optimal source
// traces: 1 (both orders reach the same state)
#include <pthread.h>
#include <stdatomic.h>

#include "ravel.h"

atomic_int a, first, others;

static void *add(void *unused) {
  ravel_atomic {
    if (a++ == 0)
      first = 1;
    else
      others++;
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  pthread_exit(NULL);
}
