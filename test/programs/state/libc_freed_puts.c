// A string is printed after it has been freed.
// expect: fail use-after-free
// at: BUG
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = strdup("text");
  free(text);
  puts(text); /* BUG */
  return 0;
}
