/* p sends two messages to q, which receives twice and does not wait: it ends when it finds none.
 * The first message may come too late, or the second, or both come in time: 3 traces, since the
 * second message is independent of the receipt of the first. */
#include "ravel_mailbox.h"

static void *q(void *arg) {
  struct ravel_message message;
  if (ravel_receive_or_give_up(RAVEL_ANY, &message))
    ravel_receive_or_give_up(RAVEL_ANY, &message);
  return arg;
}

int main(void) {
  ravel_process to = ravel_spawn(q, NULL);
  ravel_send(to, 1, NULL);
  ravel_send(to, 2, NULL);
  return 0;
}
