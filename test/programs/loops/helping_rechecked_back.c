// As helping_rechecked.c; the owner sets the tail back, and then the helper, which has read it
// before, moves it on for good.
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
  atomic_store(&tail, 0);
  return arg;
}

static void *helper(void *arg) {
  for (;;) {
    int l = atomic_load(&tail), k = atomic_load(&put);
    if (l != atomic_load(&tail))
      continue;
    if (l >= k)
      break;
    atomic_compare_exchange_strong(&tail, &l, k);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, helper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(tail == 0); /* BUG */
  return 0;
}
