// A thread uses a block that it has read, written and then freed itself.
// expect: fail use-after-free
// at: BUG
// message: write of 4 bytes at offset 8 of a block of 12 bytes that has been freed
// also: --races=interleave
// expect: fail use-after-free
// at: BUG
// also: --races=ignore
// expect: fail use-after-free
// at: BUG
#include <stdlib.h>

static void give_up(int *block) {
  free(block);
}

int main(void) {
  volatile int *block = malloc(3 * sizeof *block);
  for (int i = 0; i < 3; i++)
    block[i] = i;
  block[2] += block[1];
  give_up((int *)block);
  block[2] = 7; /* BUG */
  return 0;
}
