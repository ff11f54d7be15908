// A pointer that was moved is not what malloc returned.
// expect: fail invalid-free
// at: BUG
// message: free of an address at offset 1 of a block of 6 bytes
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = strdup("hello");
  while (*text != 'e')
    text++;
  free(text); /* BUG */
  return 0;
}
