// A condition that is awaited must have no effects, and receiving has.
// expect: unsupported
// message: receiving a message in a condition that is awaited
// at: HERE
#include "ravel.h"
#include "ravel_mailbox.h"

int main(void) {
  struct ravel_message message;
  ravel_await(ravel_receive_or_give_up(RAVEL_ANY, &message)); /* HERE */
  return 0;
}
