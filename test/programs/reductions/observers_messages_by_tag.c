// Who asks for messages by their tags cannot tell in which order messages with different tags came.
// There are two with the tag 1, and one of them is taken.
// expect: pass
// traces: 24 (4! orders of arrival)
// also: --observers
// expect: pass
// traces: 2 (which of the two with the tag 1)
// algorithms: source optimal
#include <assert.h>
#include <stdint.h>

#include "ravel_mailbox.h"

static ravel_process receiver;

static void *sender(void *tag) {
  ravel_send(receiver, (long)(intptr_t)tag, NULL);
  return NULL;
}

int main(void) {
  receiver = ravel_self();
  for (intptr_t tag = 0; tag < 3; tag++)
    ravel_spawn(sender, (void *)tag);
  ravel_spawn(sender, (void *)1);
  for (long tag = 2; tag >= 0; tag--)
    assert(ravel_receive(tag).tag == tag);
  return 0;
}
