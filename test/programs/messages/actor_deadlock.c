// Two objects each of which waits, blocked, for a task of the other.
// expect: fail deadlock
#include "ravel_actor.h"

static struct ravel_object left = RAVEL_BLOCKING_OBJECT, right = RAVEL_BLOCKING_OBJECT;

static void *nothing(void *self, void *unused) {
  (void)self;
  return unused;
}

static void *ask(void *self, void *other) {
  (void)self;
  return ravel_get(ravel_call(other, nothing, NULL));
}

int main(void) {
  const ravel_future calls[] = {ravel_call(&left, ask, &right), ravel_call(&right, ask, &left)};
  void *results[2];
  ravel_await_futures(2, calls, results);
  return 0;
}
