// Two threads read x once each while a third stores to it twice. Nothing but what they read can be
// told apart: each of them one of three values.
// expect: pass
// traces: 9 (three values for each of the two)
// options: --context-sensitive --observers
// algorithms: optimal
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int seen[2];

static void *reader(void *arg) {
  *(int *)arg = atomic_load(&x);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, reader, &seen[i]);
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
