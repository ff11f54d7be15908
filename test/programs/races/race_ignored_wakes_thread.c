// A plain store ends an await of another thread, and the race is ignored. The load of x
// after it is to come before the store to x; but the plain store comes with that of x, and
// without it the thread waits.
// expect: pass
// interleavings: 1 (the await ends after the stores)
// options: --races=ignore
// not_covered: data races were not looked for
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, go;

static void *waits(void *arg) {
  ravel_await(atomic_load(&go));
  assert(atomic_load(&x) == 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  atomic_store(&x, 1);
  *(int *)&go = 1;
  pthread_join(thread, NULL);
  return 0;
}
