// Three processes send to one, which receives three times: the order of arrival is all that
// matters.
// expect: pass
// traces: 6 (3! orders of the messages)
#include <assert.h>

#include "ravel_mailbox.h"

static void *sender(void *to) {
  ravel_send((ravel_process)to, 1, NULL);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 3; i++)
    ravel_spawn(sender, ravel_self());
  for (int i = 0; i < 3; i++)
    assert(ravel_receive(RAVEL_ANY).tag == 1);
  return 0;
}
