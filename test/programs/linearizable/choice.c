// An operation with a choice has several right results, so it can't say which one is right.
// expect: unsupported
#include <ravel_linearizable.h>

static void *make_object(void) {
  return malloc(1);
}

static long pick(void *object, long none) {
  (void)object, (void)none;
  return ravel_choose(2);
}

static const struct ravel_operation operations[] = {{"pick", pick}};

int main(void) {
  return ravel_linearizable(make_object, free, operations, 1, (struct ravel_scenario){0});
}
