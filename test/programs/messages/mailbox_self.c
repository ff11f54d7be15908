// A process may send to itself; its message is one among others.
// expect: pass
// traces: 2 (the orders of the two messages)
// interleavings: 3 (the other one comes before the own, after it, or after the first receive)
#include <assert.h>

#include "ravel_mailbox.h"

static void *sender(void *to) {
  ravel_send((ravel_process)to, 2, NULL);
  return NULL;
}

int main(void) {
  ravel_spawn(sender, ravel_self());
  ravel_send(ravel_self(), 1, NULL);
  assert(ravel_receive(RAVEL_ANY).tag + ravel_receive(RAVEL_ANY).tag == 3);
  return 0;
}
