// A receive that asks for a tag leaves other messages where they are, in their order.
// expect: pass
// traces: 6 (3! orders of the messages; what is received follows from them)
#include <assert.h>

#include "ravel_mailbox.h"

static ravel_process collector;

static void *sender(void *tag) {
  ravel_send(collector, *(long *)tag, tag);
  return NULL;
}

int main(void) {
  static long tags[] = {1, 2, 2};
  int first, second;
  collector = ravel_self();
  for (int i = 0; i < 3; i++)
    ravel_spawn(sender, &tags[i]);
  assert(ravel_receive(1).data == &tags[0]);
  first = ravel_receive(RAVEL_ANY).data == &tags[1];
  second = ravel_receive(2).data == &tags[1];
  assert(first + second == 1);
  return 0;
}
