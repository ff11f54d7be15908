// What is left in a mailbox can be taken when the program ends.
// expect: pass
// traces: 1 (one process waits for the other)
#include <assert.h>

#include "ravel_mailbox.h"

static void *sender(void *to) {
  ravel_send((ravel_process)to, 1, NULL);
  ravel_send((ravel_process)to, 2, NULL);
  return NULL;
}

static void at_exit(void) {
  struct ravel_message message;
  assert(ravel_receive_or_give_up(RAVEL_ANY, &message) && message.tag == 1);
  assert(!ravel_receive_or_give_up(RAVEL_ANY, &message));
  ravel_send(ravel_self(), 3, NULL);
  assert(ravel_receive(3).tag == 3);
}

int main(void) {
  atexit(at_exit);
  ravel_spawn(sender, ravel_self());
  ravel_receive(2);
  return 0;
}
