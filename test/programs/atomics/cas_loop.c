// Increments by compare-and-swap, again until it works.
// expect: pass
// traces: 2 (who succeeds first)
// compiler: gcc (of clang's code it is not seen that the value is loaded again: 4)
// also: --void-iterations
// expect: pass
// traces: 4 (who succeeds first, times: the other loaded before or after that)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *increment(void *arg) {
  int seen = atomic_load(&counter);
  while (!atomic_compare_exchange_strong(&counter, &seen, seen + 1))
    seen = atomic_load(&counter);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&counter) == 2);
  return 0;
}
