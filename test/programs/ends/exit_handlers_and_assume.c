// An assumption fails in main; another thread exits, and a handler finds an error. Exit can come
// before the assumption is checked.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "ravel.h"

static atomic_int done;

static void check(void) {
  assert(atomic_load(&done)); /* BUG */
}

static void *leave(void *arg) {
  exit(0);
  return arg;
}

int main(void) {
  pthread_t thread;
  atexit(check);
  pthread_create(&thread, NULL, leave, NULL);
  ravel_assume(0);
  atomic_store(&done, 1);
  return 0;
}
