// A compare-and-swap that fails says what it has found, and is retried with that. The thread might
// as well have loaded only then, so what remains are the orders in which threads succeed.
// expect: pass
// traces: 24 (4!)
// void: 124 (of 4 threads k succeed, in some order; the others wait, each having read one of the k
// values that were replaced: 4 * 1 + 12 * 2 * 2 + 24 * 3)
// also: --void-iterations
// expect: pass
// traces: 1536 (4! orders; a thread that comes after k others has found some of the k values before
// its own, each or not: 24 * 1 * 2 * 4 * 8)
// void: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };
static atomic_int counter;

static void *count(void *unused) {
  int value = atomic_load(&counter);
  while (!atomic_compare_exchange_strong(&counter, &value, value + 1))
    ;
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(counter == THREADS);
}
