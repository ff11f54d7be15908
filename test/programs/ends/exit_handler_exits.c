// A handler that calls exit: the others run all the same, and its status is the program's.
// expect: fail assertion
// at: BUG
// options: --expect-exit 3
#include <assert.h>
#include <stdlib.h>

static void last_to_run(void) {
  assert(0); /* BUG */
}

static void leaves(void) {
  exit(3);
}

int main(void) {
  atexit(last_to_run);
  atexit(leaves);
  return 0;
}
