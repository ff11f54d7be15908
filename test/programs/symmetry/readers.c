// Four threads read what another one writes twice.
// expect: pass
// traces: 81 (each reads one of three values)
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: pass
// traces: 15 (how many of four read each of three values: 6 over 2)
// algorithms: sleep dpor source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { READERS = 4 };

static atomic_int value;

static void *reader(void *unused) {
  int seen = atomic_load(&value);
  assert(seen >= 0 && seen <= 2);
  return unused;
}

static void *writer(void *unused) {
  atomic_store(&value, 1);
  atomic_store(&value, 2);
  return unused;
}

int main(void) {
  pthread_t threads[READERS + 1];
  for (int i = 0; i < READERS; i++)
    pthread_create(&threads[i], NULL, reader, NULL);
  pthread_create(&threads[READERS], NULL, writer, NULL);
  for (int i = 0; i <= READERS; i++)
    pthread_join(threads[i], NULL);
}
