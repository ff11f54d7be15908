// A message is taken before another one is sent, and the order of the two matters all the same: had
// the second come first, it would have been taken. It can come first only after the step that the
// process which sends it is spawned by. Random orders begin with the first message and its receive.
// expect: fail assertion
// message: which == 1
// options: --observers
// algorithms: source optimal
// also: --observers --order=random --seed=2
// expect: fail assertion
// message: which == 1
// algorithms: source optimal
// also: --observers --order=random --seed=4
// expect: fail assertion
// message: which == 1
// algorithms: source optimal
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

#include "ravel_mailbox.h"

static ravel_process receiver;
static atomic_int ready;

static void *sender(void *which) {
  ravel_send(receiver, 0, which);
  return NULL;
}

static void *spawner(void *which) {
  ready = 1;
  ravel_spawn(sender, which);
  return NULL;
}

int main(void) {
  receiver = ravel_self();
  ravel_spawn(sender, (void *)1);
  ravel_spawn(spawner, (void *)2);
  const intptr_t which = (intptr_t)ravel_receive(RAVEL_ANY).data;
  assert(which == 1);
  return 0;
}
