// One element too many.
// expect: fail out-of-bounds
// at: BUG
// message: write of 4 bytes right past the end of a block of 20 bytes
// also: --races=ignore
// expect: fail out-of-bounds
// at: BUG
// also: --races=interleave
// expect: fail out-of-bounds
// at: BUG
#include <stdlib.h>

int main(void) {
  volatile int *array = malloc(5 * sizeof *array);
  for (int i = 0; i <= 5; i++)
    array[i] = i; /* BUG */
  free((int *)array);
  return 0;
}
