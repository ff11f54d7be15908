// A lost update is found where of each orbit one execution is explored, too.
// expect: fail assertion
// at: BUG
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: fail assertion
// at: BUG
// algorithms: sleep dpor source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };

static atomic_int counter;

static void *increase(void *unused) {
  int old = atomic_load(&counter);
  atomic_store(&counter, old + 1);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, increase, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&counter) == THREADS); /* BUG */
}
