// Messages to a process that has ended stay where they are.
// expect: pass
// traces: 2 (the first message is taken, or the process has given up and ended before)
// interleavings: 3 (it gives up, or the message is taken before the second one or after it)
#include "ravel_mailbox.h"

static void *hasty(void *unused) {
  struct ravel_message message;
  ravel_receive_or_give_up(RAVEL_ANY, &message);
  return unused;
}

int main(void) {
  ravel_process process = ravel_spawn(hasty, NULL);
  ravel_send(process, 1, NULL);
  ravel_send(process, 2, NULL);
  return 0;
}
