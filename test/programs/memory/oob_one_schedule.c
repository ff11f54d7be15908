// An index that is too large in one schedule only.
// expect: fail out-of-bounds
// at: BUG
// message: write of 4 bytes right past the end of a block of 8 bytes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SIZE = 2 };
static int *slots;
static atomic_int used;

static void *add(void *arg) {
  if (atomic_load(&used) < SIZE)
    slots[atomic_fetch_add(&used, 1)] = 1; /* BUG */
  return arg;
}

int main(void) {
  pthread_t threads[3];
  slots = calloc(SIZE, sizeof *slots);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  free(slots);
  return 0;
}
