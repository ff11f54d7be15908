// Increments of a plain counter in atomic blocks: none is lost, and there is no data race.
// expect: pass
// traces: 6 (the orders of three blocks)
// interleavings: 6
// longest: 3
// also: --races=interleave
// expect: pass
// traces: 6
// also: --races=ignore
// expect: pass
// traces: 6
#include <assert.h>
#include <pthread.h>

#include "ravel.h"

static int counter;

static void *increment(void *arg) {
  ravel_atomic {
    int value = counter;
    counter = value + 1;
  }
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
