// Whoever has put something in moves the tail on, or another thread does it first. Here it says
// which: a helper's iteration can be told from none.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int put, tail;

static void *owner(void *arg) {
  int none = 0, old = 0;
  atomic_compare_exchange_strong(&put, &none, 1);
  if (!atomic_compare_exchange_strong(&tail, &old, 1))
    assert(!"somebody has helped"); /* BUG */
  return arg;
}

static void *helper(void *arg) {
  for (;;) {
    int l = atomic_load(&tail), k = atomic_load(&put);
    if (l >= k)
      break;
    atomic_compare_exchange_strong(&tail, &l, l + 1);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, helper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
