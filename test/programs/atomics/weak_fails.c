// A weak compare-and-swap may fail though it finds what it expects.
// compiler: gcc (clang does not say which ones are weak)
// expect: pass
// traces: 2 (whose exchange comes first)
// not_covered: weak compare-and-swap
// also: --spurious
// compiler: gcc
// expect: fail assertion
// at: WEAK
// also: --spurious --keep-going
// compiler: gcc
// expect: fail assertion
// traces: 3 (whose exchange comes first, or main's fails before the other one)
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *other(void *arg) {
  int expected = 0;
  atomic_compare_exchange_strong(&x, &expected, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  int expected = 0;
  pthread_create(&thread, NULL, other, NULL);
  const int done = atomic_compare_exchange_weak(&x, &expected, 2);
  assert(done || expected == 1); /* WEAK */
  pthread_join(thread, NULL);
  return 0;
}
