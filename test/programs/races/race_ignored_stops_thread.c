// A plain store decides how far another thread goes, and the race is ignored. Where the load of x
// is to come before the store to x, the loads on the way to it are planned too; but the plain store
// comes with that of x, and without it the thread ends after its first load.
// (What optimal begins there is blocked, as the store sleeps; nothing wakes it.)
// expect: pass
// options: --races=ignore
// algorithms: unfold source dpor sleep naive
// not_covered: data races were not looked for
// also: --races=ignore
// cflags: -DAWAITS
// expect: pass
// not_covered: data races were not looked for
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int stop = 1;

static void *loads(void *arg) {
  atomic_load(&y);
  if (stop)
    return arg;
  atomic_load(&y);
#ifdef AWAITS
  ravel_await(atomic_load(&x) < 2);
#endif
  assert(atomic_load(&x) == 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, loads, NULL);
  atomic_store(&x, 1);
  stop = 0;
  pthread_join(thread, NULL);
  return 0;
}
