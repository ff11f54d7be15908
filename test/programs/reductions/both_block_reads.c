// A block that has only read may do more where it reads something else, and leave the same state.
// expect: fail assertion
// algorithms: optimal source
// at: HERE
// also: --context-sensitive --observers
// expect: fail assertion
// algorithms: optimal source
// at: HERE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "ravel.h"

atomic_int x, y;

static void *block(void *unused) {
  ravel_atomic {
    if (x)
      y = 0;
  }
  return unused;
}

static void *set_x(void *unused) {
  x = 1;
  return unused;
}

static void *set_y(void *unused) {
  y = 1;
  return unused;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, block, NULL);
  pthread_create(&threads[1], NULL, set_x, NULL);
  pthread_create(&threads[2], NULL, set_x, NULL);
  pthread_create(&threads[3], NULL, set_y, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  assert(y == 1); /* HERE */
  return 0;
}
