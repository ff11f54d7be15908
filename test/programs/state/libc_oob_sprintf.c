// sprintf writes one byte more than there is room for.
// expect: fail out-of-bounds
// at: BUG
// message: write of 5 bytes at offset 0 of a block of 4 bytes
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(4);
  sprintf(block, "%d", 1234); /* BUG */
  free(block);
  return 0;
}
