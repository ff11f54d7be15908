// The assumption of main fails before the first visible operation of anybody: what it has created
// runs all the same.
// expect: fail assertion
// at: BUG
// also: --keep-going
// args: right
// expect: pass
// bounded: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "ravel.h"

static atomic_int x;
static int wrong;

static void *store(void *arg) {
  atomic_store(&x, 1);
  assert(atomic_load(&x) != wrong); /* BUG */
  return arg;
}

static void *load(void *arg) {
  atomic_load(&x);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  wrong = argc;
  pthread_create(&threads[0], NULL, store, NULL);
  pthread_create(&threads[1], NULL, load, NULL);
  ravel_assume(argv == NULL);
  return 0;
}
