// A thread that counts how often it has failed is in another state each time.
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static atomic_int counter;

static void *count(void *unused) {
  int value = atomic_load(&counter), failed = 0;
  while (!atomic_compare_exchange_weak(&counter, &value, value + 1))
    failed++;
  assert(failed < 2);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
}
