// Two processes that each wait for the other to begin.
// expect: fail deadlock
#include "ravel_mailbox.h"

static void *shy(void *other) {
  ravel_receive(RAVEL_ANY);
  ravel_send((ravel_process)other, 0, NULL);
  return NULL;
}

int main(void) {
  ravel_process other = ravel_spawn(shy, ravel_self());
  ravel_receive(RAVEL_ANY);
  ravel_send(other, 0, NULL);
  return 0;
}
