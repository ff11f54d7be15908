// Tasks of one object run one after the other, in any order that makes a difference.
// expect: pass
// traces: 6 (3! orders of three tasks that change the same number)
#include <assert.h>

#include "ravel_actor.h"

struct number {
  struct ravel_object object;
  long value;
};

static struct number number = {RAVEL_OBJECT, 1};

static void *add(void *self, void *argument) {
  struct number *its = self;
  return (void *)(its->value += (long)argument);
}

static void *twice(void *self, void *unused) {
  struct number *its = self;
  (void)unused;
  return (void *)(its->value *= 2);
}

int main(void) {
  const ravel_future calls[] = {ravel_call(&number, add, (void *)1),
                                ravel_call(&number, twice, NULL),
                                ravel_call(&number, add, (void *)2)};
  void *results[3];
  ravel_await_futures(3, calls, results);
  assert(number.value == 5 || number.value == 8 || number.value == 6 || number.value == 7);
  return 0;
}
