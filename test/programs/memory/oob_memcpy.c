// memcpy and its kind are checked like any other access.
// expect: fail out-of-bounds
// at: BUG
// message: write of 12 bytes at offset 0 of a block of 11 bytes
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *volatile copy = malloc(11);
  strcpy(copy, "hello world"); /* BUG */
  free(copy);
  return 0;
}
