// exit has a place.
// expect: fail exit-status
// at: BUG
// message: ^exit status 3 where 0 is expected$
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
