// Five processes send to one, which takes two of the messages. Without observers every order of
// arrival is one of its own; with them, only which message is taken first and which second.
// expect: pass
// traces: 120 (5! orders)
// also: --observers
// expect: pass
// traces: 20 (5 * 4)
// algorithms: source optimal
// also: --observers --context-sensitive
// expect: pass
// traces: 20 (each of them leaves main with other messages)
// algorithms: optimal
#include <stdint.h>

#include "ravel_mailbox.h"

static void *sender(void *to) {
  ravel_send((ravel_process)to, 0, NULL);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 5; i++)
    ravel_spawn(sender, ravel_self());
  ravel_receive(RAVEL_ANY);
  ravel_receive(0);
  return 0;
}
