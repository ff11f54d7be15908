// What a sender has written before it sends belongs to who receives the message, who frees it.
// expect: pass
// traces: 2 (the orders of the two messages)
// also: --races=interleave
// expect: pass
// traces: 2 (what is in a message is accessed by one process after the other)
// also: --races=ignore
// expect: pass
// traces: 2 (as before)
// also: --reset=fork
// expect: pass
// traces: 2 (as before)
#include <assert.h>

#include "ravel_mailbox.h"

static ravel_process collector;

static void *sender(void *value) {
  int *data = (int *)malloc(sizeof *data);
  *data = *(int *)value;
  ravel_send(collector, 0, data);
  return NULL;
}

int main(void) {
  static int values[] = {20, 22};
  int sum = 0;
  collector = ravel_self();
  for (int i = 0; i < 2; i++)
    ravel_spawn(sender, &values[i]);
  for (int i = 0; i < 2; i++) {
    int *data = (int *)ravel_receive(0).data;
    sum += *data;
    free(data);
  }
  assert(sum == 42);
  return 0;
}
