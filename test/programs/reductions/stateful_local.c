// Memory is the same whoever was first, but what a thread has read is part of its state.
// options: --stateful --algorithm=naive
// algorithms: naive
// expect: fail assertion
// at: second
// also: --stateful
// algorithms: sleep
// expect: fail assertion
// at: second
// also: --stateful --algorithm=static
// algorithms: source
// expect: fail assertion
// at: second
// also: --stateful --algorithm=dpor
// algorithms: source
// expect: fail assertion
// at: second
// also: --stateful --algorithm=dpor --no-sleep-sets
// algorithms: source
// expect: fail assertion
// at: second
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x, y;

static void *first(void *unused) {
  const int was = atomic_fetch_add(&x, 1);
  atomic_store(&y, 0);
  (void)was;
  return unused;
}

static void *second(void *unused) {
  const int was = atomic_fetch_add(&x, 1);
  atomic_store(&y, 0);
  assert(was == 0); /* second */
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
