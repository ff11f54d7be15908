// While a task awaits a future, other tasks of its object go on.
// expect: fail assertion
// at: HERE
#include <assert.h>

#include "ravel_actor.h"

struct number {
  struct ravel_object object;
  long value;
};

static struct number number = {RAVEL_OBJECT, 0}, other = {RAVEL_OBJECT, 0};

static void *get(void *self, void *unused) {
  (void)unused;
  return (void *)((struct number *)self)->value;
}

static void *add(void *self, void *unused) {
  struct number *its = self;
  const long before = its->value;
  ravel_await_future(ravel_call(&other, get, unused));
  assert(its->value == before); /* HERE */
  its->value = before + 1;
  return NULL;
}

int main(void) {
  const ravel_future calls[] = {ravel_call(&number, add, NULL), ravel_call(&number, add, NULL)};
  void *results[2];
  ravel_await_futures(2, calls, results);
  return 0;
}
