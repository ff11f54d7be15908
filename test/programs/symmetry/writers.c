// Four threads store to what another one reads.
// expect: pass
// traces: 120 (24 orders of the stores, and the load before, between or after them)
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: pass
// traces: 5 (how many of the stores come before the load)
// algorithms: sleep dpor source optimal
#include <pthread.h>
#include <stdatomic.h>

enum { WRITERS = 4 };

static atomic_int value;

static void *writer(void *unused) {
  atomic_store(&value, 1);
  return unused;
}

static void *reader(void *unused) {
  return atomic_load(&value) ? unused : NULL;
}

int main(void) {
  pthread_t threads[WRITERS + 1];
  for (int i = 0; i < WRITERS; i++)
    pthread_create(&threads[i], NULL, writer, NULL);
  pthread_create(&threads[WRITERS], NULL, reader, NULL);
  for (int i = 0; i <= WRITERS; i++)
    pthread_join(threads[i], NULL);
}
