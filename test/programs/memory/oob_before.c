// One element before the first.
// expect: fail out-of-bounds
// at: BUG
// message: read of 1 byte 1 byte before a block of 3 bytes
#include <stdlib.h>

int main(void) {
  char *text = calloc(3, 1), *other = calloc(3, 1);
  int length = 0;
  for (char *end = other; end >= other - 1; end--)
    length += *end == 0; /* BUG */
  free(text);
  free(other);
  return length == 0;
}
