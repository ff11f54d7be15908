// Two checks of one object, with the same calls and the same results. By the model of the first
// they are right: adding returns the old number. By that of the second they are wrong: it returns
// the new one. A history that is right in one check says nothing of the other.
// expect: fail assertion
// at: second
// message: not linearizable: add\(\)
#include <ravel_linearizable.h>
#include <stdatomic.h>

static void *make_counter(void) {
  return calloc(1, sizeof(atomic_long));
}

static long add(void *object, long none) {
  (void)none;
  return atomic_fetch_add((atomic_long *)object, 1);
}

static void *make_number(void) {
  return calloc(1, sizeof(long));
}

static long old_number(void *object, long none) {
  (void)none;
  return (*(long *)object)++;
}

static long new_number(void *object, long none) {
  (void)none;
  return ++*(long *)object;
}

static const struct ravel_operation operations[] = {{"add", add}};
static const struct ravel_operation old_numbers[] = {{"add", old_number}};
static const struct ravel_operation new_numbers[] = {{"add", new_number}};
static const struct ravel_model right = {make_number, free, old_numbers, sizeof(long)};
static const struct ravel_model other = {make_number, free, new_numbers, sizeof(long)};

int main(void) {
  const struct ravel_scenario first = {.model = &right}, second = {.model = &other};
  return ravel_linearizable(make_counter, free, operations, 1, first) |
         ravel_linearizable(make_counter, free, operations, 1, second); /* second */
}
