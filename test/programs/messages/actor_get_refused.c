// A task whose steps are atomic cannot wait in one.
// expect: unsupported
// message: ravel_get\(\) in a task of an object that is no RAVEL_BLOCKING_OBJECT
// at: HERE
#include "ravel_actor.h"

static struct ravel_object object = RAVEL_OBJECT, other = RAVEL_OBJECT;

static void *nothing(void *self, void *unused) {
  (void)self;
  return unused;
}

static void *wait(void *self, void *unused) {
  (void)self;
  return ravel_get(ravel_call(&other, nothing, unused)); /* HERE */
}

int main(void) {
  ravel_get(ravel_call(&object, wait, NULL));
  return 0;
}
