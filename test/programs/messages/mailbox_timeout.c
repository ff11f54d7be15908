// A client that gives up waiting for the answer to its first question takes it for the answer to
// its second.
// expect: fail assertion
// at: BUG
#include <assert.h>

#include "ravel_mailbox.h"

static void *server(void *client) {
  for (int i = 0; i < 2; i++)
    ravel_send((ravel_process)client, ravel_receive(RAVEL_ANY).tag, NULL);
  return NULL;
}

int main(void) {
  ravel_process other = ravel_spawn(server, ravel_self());
  struct ravel_message answer;
  ravel_send(other, 1, NULL);
  ravel_receive_or_give_up(RAVEL_ANY, &answer);
  ravel_send(other, 2, NULL);
  assert(ravel_receive(RAVEL_ANY).tag == 2); /* BUG */
  return 0;
}
