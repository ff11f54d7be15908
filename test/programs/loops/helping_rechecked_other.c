// As helping_rechecked.c, but what the helper looks at before it helps is other memory than the
// tail: it may have changed by then, and the helper does not notice.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int put, tail, closed, moved;
static int found;
static bool early;

static void *owner(void *arg) {
  int none = 0, old = 0;
  atomic_compare_exchange_strong(&put, &none, 1);
  atomic_compare_exchange_strong(&tail, &old, 1);
  atomic_store(&moved, 1);
  atomic_store(&tail, 0);
  found = atomic_load(&tail);
  return arg;
}

/* Early: before the owner has moved the tail. */
static void *closer(void *arg) {
  atomic_store(&closed, 1);
  early = atomic_load(&tail) == 0 && atomic_load(&moved) == 0;
  return arg;
}

static void *helper(void *arg) {
  for (;;) {
    int l = atomic_load(&tail), k = atomic_load(&put);
    if (atomic_load(&closed))
      continue;
    if (l >= k)
      break;
    atomic_compare_exchange_strong(&tail, &l, k);
  }
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, closer, NULL);
  pthread_create(&c, NULL, helper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  atomic_store(&closed, 0);
  pthread_join(c, NULL);
  assert(!(early && found == 1)); /* BUG */
  return 0;
}
