// A thread makes the same compare-and-swap as another one, of which it knows nothing: whether it
// helps would depend on the order of steps that are independent, and so it does not.
// options: --races=ignore --no-scout
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int put, tail, stop;

static void *owner(void *arg) {
  int none = 0, old = 0;
  atomic_compare_exchange_strong(&put, &none, 1);
  atomic_compare_exchange_strong(&tail, &old, 1);
  return arg;
}

static void *same(void *arg) {
  while (!atomic_load(&stop)) {
    int old = 0;
    atomic_compare_exchange_strong(&tail, &old, 1);
  }
  assert(atomic_load(&tail) == 0 || atomic_load(&put) == 1); /* BUG */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, same, NULL);
  atomic_store(&stop, 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
