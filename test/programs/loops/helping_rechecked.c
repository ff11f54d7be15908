// A helper looks whether the tail is still what it was, and moves it on. Whether it looks before or
// after the owner has moved it makes no difference: it waits before it looks.
// expect: pass
// traces: 2 (the helper finds nothing to do, before the owner puts or after it has moved the tail)
// void: 2 (the helper has read the old tail, and then whether something was put: it was, or not)
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
  assert(tail == 1);
  return 0;
}
