// Threads that are created one after the other, with steps in between, and that wait: what another
// execution has left of such a loop is not theirs.
// options: --memory=c11 --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 1 (all loads are of the only store there is)
// also: --memory=c11 --algorithm=graph --reset=checked
// algorithms: optimal
// expect: pass
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int steps, first, second;

static void *waits(void *unused) {
  while (!atomic_load(&first))
    ;
  while (!atomic_load(&second))
    ;
  return unused;
}

static void *stores(void *what) {
  atomic_store((atomic_int *)what, 1);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, stores, &first);
  atomic_store(&steps, 1);
  pthread_create(&t[1], NULL, stores, &second);
  atomic_store(&steps, 2);
  pthread_create(&t[2], NULL, waits, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
}
