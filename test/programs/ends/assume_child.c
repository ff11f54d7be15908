// A thread whose assumption fails before its first visible operation stops, and not the one that
// creates it.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "ravel.h"

static atomic_int x;
static int zero;

static void *assume(void *arg) {
  ravel_assume(zero == 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  atomic_store(&x, 1);
  pthread_create(&thread, NULL, assume, NULL);
  atomic_store(&x, 2);
  assert(atomic_load(&x) == 1); /* BUG */
  pthread_join(thread, NULL);
  return 0;
}
