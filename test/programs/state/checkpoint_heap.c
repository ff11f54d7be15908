// What was written to a block and freed after a state is as it was when the search returns to it.
// options: --order=youngest --reset=memory
// expect: pass
// traces: 2 (either of them frees the block)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { STEPS = 40 };

static atomic_int owned;
static int *block;
atomic_int steps;

static void use_up(void) {
  if (atomic_exchange(&owned, 1))
    return;
  assert(*block == 5);
  *block = 6;
  free(block);
}

/* The youngest goes first, far enough for a state to be kept on the way. */
static void *other(void *arg) {
  for (int i = 0; i < STEPS; i++)
    atomic_store(&steps, i);
  use_up();
  return arg;
}

int main(void) {
  pthread_t thread;
  block = malloc(sizeof *block);
  *block = 5;
  pthread_create(&thread, NULL, other, NULL);
  use_up();
  pthread_join(thread, NULL);
  return 0;
}
