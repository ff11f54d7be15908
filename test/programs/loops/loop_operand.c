// A loop whose state is what its operation is called with, and nothing else: a turn that changes
// that is made.
// expect: pass
// traces: 7 (at most one turn finds 1; if one does, up to two find 2, before the load or after: 1 + 6)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 1;

static void *other(void *arg) {
  atomic_store(&x, 2);
  const int now = atomic_load(&x);
  atomic_store(&x, 4);
  assert(now == 2 || now == 3);
  return arg;
}

int main(void) {
  pthread_t thread;
  int found = 0;
  pthread_create(&thread, NULL, other, NULL);
  do
    found = atomic_fetch_or(&x, found & 1);
  while (!(found & 4));
  pthread_join(thread, NULL);
  return 0;
}
