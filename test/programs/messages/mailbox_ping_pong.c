// Two processes that answer each other: no choice anywhere.
// expect: pass
// traces: 1 (every message is waited for, and nobody else sends)
#include <assert.h>

#include "ravel_mailbox.h"

enum { PING, PONG, ROUNDS = 3 };

static void *player(void *other) {
  for (int i = 0; i < ROUNDS; i++) {
    ravel_receive(PING);
    ravel_send((ravel_process)other, PONG, NULL);
  }
  return NULL;
}

int main(void) {
  ravel_process other = ravel_spawn(player, ravel_self());
  for (int i = 0; i < ROUNDS; i++) {
    ravel_send(other, PING, NULL);
    assert(ravel_receive(RAVEL_ANY).tag == PONG);
  }
  return 0;
}
