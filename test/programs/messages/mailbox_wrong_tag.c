// Two processes that talk at cross purposes: each asks for what the other does not send.
// expect: fail deadlock
// message: 2 threads can never go on
#include "ravel_mailbox.h"

static void *server(void *client) {
  ravel_receive(1);
  ravel_send((ravel_process)client, 5, client);
  ravel_receive(6);
  return NULL;
}

int main(void) {
  ravel_send(ravel_spawn(server, ravel_self()), 1, NULL);
  ravel_receive(4);
  return 0;
}
