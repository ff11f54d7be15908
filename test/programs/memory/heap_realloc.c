// realloc moves: the old block is gone, the new one has its contents and its size.
// expect: pass
// also:
// cflags: -DOLD
// expect: fail use-after-free
// at: OLD
// also:
// cflags: -DPAST
// expect: fail out-of-bounds
// at: PAST
// also:
// cflags: -DTWICE
// expect: fail double-free
// at: TWICE
#include <assert.h>
#include <stdlib.h>

volatile int *array, *old;

int main(void) {
  old = array = malloc(2 * sizeof *array);
  array[0] = 1;
  array[1] = 2;
  array = realloc((void *)array, 4 * sizeof *array);
  array[3] = 4;
  assert(array[0] == 1 && array[1] == 2);
#ifdef OLD
  old[0] = 5; /* OLD */
#endif
#ifdef PAST
  array[4] = 5; /* PAST */
#endif
#ifdef TWICE
  free((void *)old); /* TWICE */
#endif
  free((void *)array);
  return 0;
}
