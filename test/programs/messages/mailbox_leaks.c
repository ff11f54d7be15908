// A mailbox is not lost when its process has ended: others may still send to it. A message that is
// left there is not lost, either; what a message carries is, if nobody frees it.
// expect: pass
// options: --leaks
// traces: 1 (a message, and its answer)
// also: --leaks
// cflags: -DLOST
// expect: fail leak
#include <stdlib.h>

#include "ravel_mailbox.h"

enum { HELLO, LATE };

static void *answers(void *unused) {
  const struct ravel_message message = ravel_receive(HELLO);
  ravel_send((ravel_process)message.data, HELLO, NULL);
  return unused;
}

int main(void) {
  const ravel_process process = ravel_spawn(answers, NULL);
  ravel_send(process, HELLO, ravel_self());
  ravel_receive(HELLO);
#ifdef LOST
  ravel_send(ravel_self(), LATE, malloc(1));
  ravel_receive(LATE);
#else
  ravel_send(process, LATE, NULL);
#endif
  return 0;
}
