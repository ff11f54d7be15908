// Where a compare-and-swap is to tell what it has found depends on what was read before, and is
// known to the call alone: two states that differ in that are not one.
// expect: fail assertion
// errors: 2 (both outcomes)
// traces: 2 (the load and the store in both orders; an error ends each)
// options: --context-sensitive --keep-going
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int which, x = 5;

static void *swaps(void *unused) {
  int found[2] = {0, 0};
  atomic_compare_exchange_strong(&x, &found[atomic_load(&which)], 1);
  assert(found[0] != 5);
  assert(found[1] != 5);
  return unused;
}

static void *stores(void *unused) {
  atomic_store(&which, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, swaps, NULL);
  pthread_create(&b, NULL, stores, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
