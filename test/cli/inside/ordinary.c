/* Compiles without a warning by itself, and counts how often the function runs then. */
#include <stdio.h>

#include "ravel.h"

static void count(void *n) {
  ++*(int *)n;
}

int main(void) {
  int n = 0;
  ravel_check(count, &n);
  ravel_check(count, &n, .runs = 7);
  printf("%d\n", n);
  return 0;
}
