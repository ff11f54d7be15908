// Nothing that these operations do conflicts, so an execution without preemptions stands for all;
// the history is wrong only where h comes between f and g. Where executions are bounded or drawn,
// that may not come up: then it is not an error of the check.
// expect: fail assertion
// message: not linearizable: f\(\) g\(\) \| h\(\)
// also: --preemption-bound=0
// expect: incomplete
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct object {
  atomic_long f, g, h;
};

static void *make_object(void) {
  return calloc(1, sizeof(struct object));
}

static long f(void *object, long none) {
  (void)none;
  atomic_store(&((struct object *)object)->f, 1);
  return 0;
}

static long g(void *object, long none) {
  (void)none;
  atomic_store(&((struct object *)object)->g, 1);
  return 0;
}

static long h(void *object, long none) {
  (void)none;
  atomic_store(&((struct object *)object)->h, 1);
  return 0;
}

static void *make_model(void) {
  return calloc(1, sizeof(long));
}

static long model_f(void *state, long none) {
  (void)none;
  *(long *)state = 1;
  return 0;
}

static long model_g(void *state, long none) {
  (void)none;
  return *(long *)state == 2;
}

static long model_h(void *state, long none) {
  (void)none;
  *(long *)state += *(long *)state == 1;
  return 0;
}

static const struct ravel_operation operations[] = {{"f", f}, {"g", g}, {"h", h}};
static const struct ravel_operation right[] = {{"f", model_f}, {"g", model_g}, {"h", model_h}};
static const struct ravel_model model = {make_model, free, right, sizeof(long)};

int main(void) {
  return ravel_linearizable(make_object, free, operations, 3,
                            (struct ravel_scenario){.model = &model, .only = "f() g() | h()"});
}
