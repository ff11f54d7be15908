// What only a local of main pointed to is lost when main returns; when it calls exit it is not.
// expect: fail leak
// options: --leaks
// at: BUG
// also: --leaks
// cflags: -DEXIT
// expect: pass
#include <stdlib.h>

int main(void) {
  int *volatile number = malloc(sizeof *number); /* BUG */
  *number = 1;
#ifdef EXIT
  exit(*number - 1);
#else
  return *number - 1;
#endif
}
