// The read and the write in two blocks: an increment is lost.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>

#include "ravel.h"

static int counter;

static void *increment(void *arg) {
  int value;
  ravel_atomic {
    value = counter;
  }
  ravel_atomic {
    counter = value + 1;
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 2); /* BUG */
  return 0;
}
