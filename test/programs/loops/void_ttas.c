// A test-and-test-and-set lock: what remains are the orders in which it is taken.
// expect: pass
// compiler: gcc (clang peels the first round off the loop, and that one is explored)
// traces: 24 (4!)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };
static atomic_int locked;
static int n;

static void *enter(void *unused) {
  while (atomic_exchange(&locked, 1))
    while (atomic_load(&locked))
      ;
  n++;
  atomic_store(&locked, 0);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, enter, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(n == THREADS);
}
