// A process asks for a message until there is one or it is told to stop, which nobody does. That is
// not known to be waiting, and each number of turns is explored; but it is no deadlock.
// options: --max-executions=40
// expect: incomplete
// stopped_by: --max-executions
// also: --max-executions=40
// cflags: -DLATER
// expect: incomplete
#include <assert.h>
#include <stdatomic.h>

#include "ravel_mailbox.h"

atomic_int stop;

static void *sender(void *to) {
  ravel_send((ravel_process)to, 1, NULL);
  return NULL;
}

int main(void) {
  struct ravel_message message = {0};
  ravel_spawn(sender, ravel_self());
#ifdef LATER /* one operation more, and it may be the other one that the loop is found at */
  if (atomic_load(&stop))
    return 1;
#endif
  while (!ravel_receive_or_give_up(1, &message))
    if (atomic_load(&stop))
      return 1;
  assert(message.tag == 1);
  return 0;
}
