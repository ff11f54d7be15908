// A receive that asks for a tag passes over what came earlier, which then is taken in its order.
// expect: pass
// traces: 1 (nobody else sends, and the last message is waited for)
// interleavings: 1 (the first receive comes after all three messages)
#include <assert.h>

#include "ravel_mailbox.h"

static void *sender(void *to) {
  for (long tag = 1; tag <= 3; tag++)
    ravel_send((ravel_process)to, tag, NULL);
  return NULL;
}

int main(void) {
  ravel_spawn(sender, ravel_self());
  assert(ravel_receive(3).tag == 3);
  assert(ravel_receive(RAVEL_ANY).tag == 1);
  assert(ravel_receive(RAVEL_ANY).tag == 2);
  return 0;
}
