// Threads with different arguments are not symmetric, whatever they do with them.
// expect: pass
// traces: 6 (the orders of three increments)
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: pass
// traces: 6 (the same)
// warning: --symmetry has no effect: no two threads are created
// algorithms: sleep dpor source optimal
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int next;

static void *take(void *unused) {
  return atomic_fetch_add(&next, 1) < 3 ? unused : NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, take, (void *)(intptr_t)i);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
