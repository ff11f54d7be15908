// What the kernel gives as random is the same in every execution: a replay sees what was seen
// before.
// options: --order=youngest --reset=memory
// expect: pass
// traces: 2 (orders of the two additions)
// also: --order=youngest --reset=memory
// cflags: -DFROM_START
// expect: pass
// traces: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/random.h>

static atomic_uint drawn, order;

/* The youngest goes first, as far as it can. */
static void *draws(void *arg) {
  unsigned number;
  assert(getrandom(&number, sizeof number, 0) == sizeof number);
  atomic_store(&drawn, number);
  assert(atomic_load(&drawn) == number);
  assert(atomic_fetch_add(&order, 1) < 2);
  return arg;
}

int main(void) {
  pthread_t other;
#ifdef FROM_START
  l64a(1); /* not known: it keeps Ravel from returning to states on the way */
#endif
  pthread_create(&other, NULL, draws, NULL);
  assert(atomic_fetch_add(&order, 1) < 2);
  pthread_join(other, NULL);
  return 0;
}
