// exit has a place.
// options: --expect-exit 0
// expect: fail assertion
// at: BUG
// message: ^exit status 3, expected 0$
// also: --expect-exit 3
// expect: pass
#include <stdlib.h>

static void give_up(void) {
  exit(3); /* BUG */
}

int main(void) {
  give_up();
  return 0;
}
