// A loop of one operation whose turns change nothing, as a rule: an exchange of 1 for 1. One that
// finds 2 leaves 1, and that turn is made.
// expect: fail assertion
// at: BUG
// also:
// cflags: -DRIGHT
// expect: pass
// traces: 3 (the turn that finds 2 comes before the load, after it, or not at all)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 1;

static void *other(void *arg) {
  atomic_store(&x, 2);
  const int now = atomic_load(&x);
  atomic_store(&x, 0);
#ifdef RIGHT
  assert(now == 1 || now == 2);
#else
  assert(now == 2); /* BUG */
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  while (atomic_exchange(&x, 1))
    ;
  pthread_join(thread, NULL);
  return 0;
}
