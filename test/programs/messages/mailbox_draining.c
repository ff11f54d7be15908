// A loop that takes messages is not one that waits, even if nothing else changes in it.
// expect: pass
// traces: 1 (there is one process)
#include <assert.h>
#include <stdio.h>

#include "ravel_mailbox.h"

int main(void) {
  struct ravel_message message;
  setvbuf(stdout, NULL, _IONBF, 0); /* not to be called twice, so no loop is tried and undone */
  for (int i = 0; i < 100; i++)
    ravel_send(ravel_self(), 0, NULL);
  while (ravel_receive_or_give_up(0, &message))
    ;
  assert(!ravel_receive_or_give_up(RAVEL_ANY, &message));
  return 0;
}
