// Threads that each take a number: which of them takes which makes no difference.
// expect: pass
// traces: 120 (the orders of five increments)
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: pass
// traces: 1 (one order, up to the names of the threads)
// algorithms: sleep dpor source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 5 };

static atomic_int next;
static int taken[THREADS];
static pthread_t threads[THREADS];

static void *take(void *unused) {
  taken[atomic_fetch_add(&next, 1)]++;
  return unused;
}

int main(void) {
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, take, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++)
    assert(taken[i] == 1);
}
