// Every execution begins with the mask that the program was started with.
// expect: pass
// traces: 2 (orders of the two updates)
// also: --reset=memory
// expect: pass
// traces: 2 (the same)
// also: --reset=memory
// cflags: -DFROM_START
// expect: pass
// traces: 2 (the same)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>

static atomic_int shared;

static void *update(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

int main(void) {
#ifdef FROM_START
  l64a(1); /* not known: it keeps Ravel from returning to states on the way */
#endif
  const mode_t first = umask(0123);
  assert(first != 0123 && first != 0321);
  pthread_t a;
  pthread_create(&a, NULL, update, NULL);
  assert(atomic_fetch_add(&shared, 1) >= 0);
  assert(umask(0321) == 0123);
  pthread_join(a, NULL);
  return 0;
}
