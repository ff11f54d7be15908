// A process that asks again and again for a message that nobody sends.
// expect: fail deadlock
#include "ravel_mailbox.h"

int main(void) {
  struct ravel_message message;
  ravel_send(ravel_self(), 1, NULL);
  while (!ravel_receive_or_give_up(2, &message))
    ;
  return 0;
}
