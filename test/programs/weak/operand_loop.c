// A loop whose state is what its operation is called with, and nothing else: with optimization that
// is in no register or memory that lasts. A turn that changes it is made.
// options: --memory=c11 --algorithm=graph
// algorithms: optimal
// cflags: -O2
// expect: fail assertion
// also: --algorithm=graph
// algorithms: optimal
// cflags: -O2
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 1;

static void *other(void *arg) {
  atomic_store(&x, 2);
  assert(atomic_load(&x) != 3); /* a turn has found 1, and the next one 2 */
  atomic_store(&x, 4);
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
