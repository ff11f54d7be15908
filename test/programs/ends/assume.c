// An execution whose assumption fails is given up and is no error; it counts as bounded.
// expect: pass
// traces: 1 (of the two orders, the one in which the flag was seen)
// bounded: 1
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *setter(void *arg) {
  atomic_store(&flag, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  int seen = atomic_load(&flag);
  ravel_assume(seen);
  assert(atomic_load(&flag) == 1);
  pthread_join(thread, NULL);
  return 0;
}
