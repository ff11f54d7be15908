// To ask again and again until a message is there is to wait for it.
// expect: pass
// traces: 2 (the orders of the two messages)
// interleavings: 4 (in both orders the first one is taken before or after the second one is sent)
#include <assert.h>

#include "ravel_mailbox.h"

static void *sender(void *to) {
  ravel_send((ravel_process)to, 1, NULL);
  return NULL;
}

int main(void) {
  struct ravel_message message;
  for (int i = 0; i < 2; i++)
    ravel_spawn(sender, ravel_self());
  for (int i = 0; i < 2; i++)
    while (!ravel_receive_or_give_up(1, &message))
      ;
  assert(message.tag == 1);
  return 0;
}
