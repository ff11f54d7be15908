// What is on the stack was never allocated.
// expect: fail invalid-free
// at: BUG
// cflags: -Wno-free-nonheap-object
#include <stdlib.h>

int main(void) {
  char buffer[16] = "";
  char *volatile text = buffer;
  free(text); /* BUG */
  return 0;
}
