// A handler that an execution has registered and not run is gone in the next one. A function that
// is not known to be harmless (l64a) keeps Ravel from returning to states on the way.
// options: --reset=memory
// expect: pass
// also: --reset=memory --order=youngest
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;
static int calls;

static void handler(void) {
  calls++;
  assert(calls == 1);
}

static void *writer(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  l64a(1);
  atexit(handler);
  pthread_create(&thread, NULL, writer, NULL);
  ravel_assume(x == 0); /* where it is not, no handler runs */
  pthread_join(thread, NULL);
  return 0;
}
