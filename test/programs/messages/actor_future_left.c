// A task leaves the future of its call in the object, and the next task of the object awaits it.
// expect: pass
// not_covered: nothing
// traces: 2 (the two tasks in both orders)
// interleavings: 3 (if the first one comes first, its call may begin before the second or after it)
#include <assert.h>

#include "ravel_actor.h"

struct worker {
  struct ravel_object object;
  ravel_future left;
};
static struct worker worker = {.object = RAVEL_OBJECT}, other = {.object = RAVEL_OBJECT};

static void *next(void *self, void *number) {
  (void)self;
  return (void *)((long)number + 1);
}

static void *leaves(void *self, void *number) {
  ((struct worker *)self)->left = ravel_call(&other, next, number);
  return NULL;
}

static void *takes(void *self, void *unused) {
  struct worker *const own = (struct worker *)self;
  const ravel_future left = own->left;
  (void)unused;
  own->left = NULL;
  return left ? ravel_await_future(left) : NULL;
}

#ifndef ROUNDS
#define ROUNDS 1
#endif

int main(void) {
  for (int i = 0; i < ROUNDS; i++) {
    worker.left = NULL;
    ravel_future a = ravel_call(&worker, leaves, (void *)5);
    ravel_future b = ravel_call(&worker, takes, NULL);
    ravel_get(a);
    void *result = ravel_get(b);
    if (!result)
      result = ravel_get(worker.left);
    assert((long)result == 6);
  }
  return 0;
}
