// A block whose last pointer was a local of main.
// expect: fail leak
// options: --leaks
// at: BUG
// message: 1 block of 100 bytes is never freed
// also:
// expect: pass
#include <stdlib.h>
#include <string.h>

static int fill(void) {
  char *text = malloc(100); /* BUG */
  memset(text, 'x', 100);
  return text[99];
}

int main(void) {
  return fill() != 'x';
}
