// An error of an execution in which a loop went round that was not known yet to wait: its schedule
// holds, though the search has begun again since.
// expect: fail assertion
// options: --keep-going --observers
// errors: 2
// algorithms: source optimal
#include <assert.h>
#include <stdatomic.h>

#include "ravel.h"
#include "ravel_mailbox.h"

static ravel_process collector;
static atomic_int go;
static void *last;

static void *collect(void *arg) {
  static int own;
  struct ravel_message message;
  ravel_await(go);
  while (!ravel_receive_or_give_up(RAVEL_ANY, &message))
    ;
  ravel_send(collector, 1, &own);
  ravel_receive_or_give_up(RAVEL_ANY, &message);
  last = message.data == &own ? &own : NULL;
  return arg;
}

static void *send_twice(void *arg) {
  ravel_await(go);
  ravel_send(collector, 1, NULL);
  ravel_send(collector, 1, NULL);
  return arg;
}

static void judge(void) {
  assert(last != NULL);
  assert(last == NULL);
}

int main(void) {
  atexit(judge);
  collector = ravel_spawn(collect, NULL);
  ravel_spawn(send_twice, NULL);
  go = 1;
  return 0;
}
