// The model has an error of its own: that is what is told, with an execution that shows it.
// expect: fail assertion
// message: `\*total < 2' failed in .*model_add
// also: --keep-going
// algorithms: optimal
// expect: fail assertion
// message: `\*total < 2' failed in .*model_add
// notes: 0
#include <assert.h>
#include <ravel_linearizable.h>
#include <stdatomic.h>

static void *make_counter(void) {
  return calloc(1, sizeof(atomic_long));
}

static long add(void *counter, long n) {
  return atomic_fetch_add((atomic_long *)counter, n);
}

static long model_add(void *counter, long n) {
  long *total = counter;
  assert(*total < 2);
  *total += n;
  return *total - n;
}

static const struct ravel_operation operations[] = {{"add", add, .arg = {1, 2}}};
static const struct ravel_operation right[] = {{"add", model_add, .arg = {1, 2}}};
static const struct ravel_model model = {make_counter, free, right, sizeof(long)};

int main(void) {
  return ravel_linearizable(make_counter, free, operations, 1,
                            (struct ravel_scenario){.model = &model});
}
