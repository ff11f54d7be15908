// One receive asks for a tag, the next takes whatever is left.
// expect: pass
// traces: 2 (the orders of the two messages; to take the second one early makes no difference)
// interleavings: 3 (the first receive comes after the second message, and can come before the
//   first one)
#include <assert.h>

#include "ravel_mailbox.h"

static ravel_process collector;

static void *first(void *unused) {
  ravel_send(collector, 1, NULL);
  return unused;
}

static void *second(void *unused) {
  ravel_send(collector, 2, NULL);
  return unused;
}

int main(void) {
  collector = ravel_self();
  ravel_spawn(first, NULL);
  ravel_spawn(second, NULL);
  assert(ravel_receive(2).tag == 2);
  assert(ravel_receive(RAVEL_ANY).tag == 1);
  return 0;
}
