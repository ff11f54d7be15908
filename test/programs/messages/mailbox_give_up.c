// A process that gives up asking, and then waits, gets the message all the same.
// expect: pass
// traces: 2 (the message comes before the first receive or after it)
// interleavings: 2 (and the second receive waits for it)
#include <assert.h>

#include "ravel_mailbox.h"

static void *sender(void *to) {
  ravel_send((ravel_process)to, 7, to);
  return NULL;
}

int main(void) {
  struct ravel_message message = {0, NULL};
  ravel_spawn(sender, ravel_self());
  if (!ravel_receive_or_give_up(7, &message)) {
    assert(message.tag == 0);
    message = ravel_receive(7);
  }
  assert(message.tag == 7 && message.data == ravel_self());
  return 0;
}
