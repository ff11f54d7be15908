// To find no message with a tag has nothing to do with messages of another one, but something with
// every message if any would do.
// expect: pass
// traces: 2 (the message comes before the second receive or after it)
// interleavings: 3 (before, between and after the two)
#include <assert.h>

#include "ravel_mailbox.h"

static void *sender(void *to) {
  ravel_send((ravel_process)to, 2, NULL);
  return NULL;
}

int main(void) {
  struct ravel_message message;
  ravel_spawn(sender, ravel_self());
  assert(!ravel_receive_or_give_up(1, &message));
  if (ravel_receive_or_give_up(RAVEL_ANY, &message))
    assert(message.tag == 2);
  return 0;
}
