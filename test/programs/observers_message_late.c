// A message is taken before another one is sent, and the order of the two matters all the same: had
// the second come first, it would have been taken. What it has to wait for has nothing to do with
// it.
// expect: fail assertion
// message: which == 1
// options: --observers
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "ravel_mailbox.h"

static ravel_process receiver;
static atomic_int ready;

static void *first(void *unused) {
  ravel_send(receiver, 0, (void *)1);
  return unused;
}

static void *second(void *unused) {
  ready = 1;
  ravel_await(ready == 1);
  ravel_send(receiver, 0, (void *)2);
  return unused;
}

int main(void) {
  receiver = ravel_self();
  ravel_spawn(first, NULL);
  ravel_spawn(second, NULL);
  const intptr_t which = (intptr_t)ravel_receive(RAVEL_ANY).data;
  assert(which == 1);
  return 0;
}
