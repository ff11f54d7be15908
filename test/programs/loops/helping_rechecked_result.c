// As helping_rechecked.c, but the helper does not look again after a compare-and-swap that fails:
// so it matters that the owner moves the tail after the helper has looked.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int put, tail;

static void *owner(void *arg) {
  int none = 0, old = 0;
  atomic_compare_exchange_strong(&put, &none, 1);
  atomic_compare_exchange_strong(&tail, &old, 1);
  return arg;
}

static void *helper(void *arg) {
  for (;;) {
    int l = atomic_load(&tail), k = atomic_load(&put);
    if (l != atomic_load(&tail))
      continue;
    if (l >= k)
      break;
    assert(atomic_compare_exchange_strong(&tail, &l, k)); /* BUG */
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
