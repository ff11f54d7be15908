// A condition that reads an atomic on the stack of another thread, which stores to it twice: it
// holds in between.
// expect: fail assertion
// traces: 2 (the await is made between the stores, or never)
// options: --keep-going
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "ravel.h"

static void *wait_for(void *arg) {
  atomic_int *number = arg;
  ravel_await(*number > 0);
  assert(0);
  return NULL;
}

int main(void) {
  atomic_int number = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for, &number);
  pthread_detach(thread);
  number = 1;
  number = -1;
}
