// Strings that libc's functions allocate are blocks of the program like any other.
// expect: pass
// options: --leaks
// also:
// cflags: -DUSE
// expect: fail use-after-free
// at: USE
// also: --leaks
// cflags: -DLEAK
// expect: fail leak
// at: LEAK
// also:
// cflags: -DPAST
// expect: fail out-of-bounds
// at: PAST
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *made, *copy = strdup("copy"), *part = strndup("part of it", 4);
  int length = asprintf(&made, "%s and %s", copy, part); /* LEAK */
  assert(length == 13 && strcmp(made, "copy and part") == 0);
  free(copy);
  free(part);
#ifdef PAST
  volatile char *text = made;
  text[length + 1] = 'x'; /* PAST */
#endif
#ifndef LEAK
  free(made);
#endif
#ifdef USE
  volatile char *text = made;
  return text[0] == 'x'; /* USE */
#endif
  return 0;
}
