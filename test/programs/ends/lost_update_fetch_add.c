// Three atomic increments never lose one.
// expect: pass
// traces: 1 (no thread uses what its increment returns, so the three commute)
// cflags: -O1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *increment(void *arg) {
  atomic_fetch_add(&counter, 1);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&counter) == 3);
  return 0;
}
