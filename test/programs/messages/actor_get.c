// While a task waits in ravel_get(), no other task of its object goes on.
// expect: pass
// traces: 2 (the two tasks in either order)
#include <assert.h>

#include "ravel_actor.h"

struct number {
  struct ravel_object object;
  long value;
};

static struct number number = {RAVEL_BLOCKING_OBJECT, 0}, other = {RAVEL_OBJECT, 7};

static void *get(void *self, void *unused) {
  (void)unused;
  return (void *)((struct number *)self)->value;
}

static void *add(void *self, void *unused) {
  struct number *its = self;
  const long before = its->value;
  assert((long)ravel_get(ravel_call(&other, get, unused)) == 7);
  assert(its->value == before);
  its->value = before + 1;
  return NULL;
}

int main(void) {
  const ravel_future calls[] = {ravel_call(&number, add, NULL), ravel_call(&number, add, NULL)};
  void *results[2];
  ravel_await_futures(2, calls, results);
  assert(number.value == 2);
  return 0;
}
