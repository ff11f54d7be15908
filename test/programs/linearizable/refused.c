// What can't be meant is refused: neither a pass nor a crash.
// expect: unsupported
// message: lower than its first
// also: --cflags=-DCASE=2
// algorithms: optimal
// expect: unsupported
// message: too many to try
// also: --cflags=-DCASE=3
// algorithms: optimal
// expect: unsupported
// message: more than 64 bytes
// also: --cflags=-DCASE=4
// algorithms: optimal
// expect: unsupported
// message: one thread alone
// also: --cflags=-DCASE=5
// algorithms: optimal
// expect: unsupported
// message: negative
// also: --cflags=-DCASE=6
// algorithms: optimal
// expect: unsupported
// message: the first or the last ones
// also: --cflags=-DCASE=7
// algorithms: optimal
// expect: unsupported
// message: no call of an operation
// also: --cflags=-DCASE=8
// algorithms: optimal
// expect: unsupported
// message: more than 16 threads
// also: --cflags=-DCASE=9
// algorithms: optimal
// expect: unsupported
// message: more than 64 operations
// also: --cflags=-DCASE=10
// algorithms: optimal
// expect: unsupported
// message: no such
// also: --cflags=-DCASE=11
// algorithms: optimal
// expect: unsupported
// message: the same name
// also: --cflags=-DCASE=12
// algorithms: optimal
// expect: unsupported
// message: more than 64 operations
// also: --cflags=-DCASE=13
// algorithms: optimal
// expect: unsupported
// message: state outside
// also: --cflags=-DCASE=14
// algorithms: optimal
// expect: unsupported
// message: other names
// also: --cflags=-DCASE=15
// algorithms: optimal
// expect: unsupported
// message: state outside .*: look\(\) set\(1\)$
#include <ravel_linearizable.h>
#include <stdatomic.h>

#ifndef CASE
#define CASE 1
#endif

static void *make_counter(void) {
  return calloc(1, sizeof(atomic_long));
}

static atomic_long outside;

static long add(void *counter, long n) {
  if (CASE == 13)
    return atomic_fetch_add(&outside, n);
  return atomic_fetch_add((atomic_long *)counter, n);
}

static void fill(void *counter, long n, void *result) {
  (void)counter;
  memset(result, (int)n, 64);
}

static const struct ravel_operation operations[] = {
    {"add", add,
     .arg = {1, CASE == 1   ? 0
                : CASE == 2 ? 1L << 32
                            : 2}},
    {CASE == 11 ? "add" : "fill", .bytes = CASE == 3 ? 65 : 64, .fill = fill},
};

// An object that is never made anew. Two threads that look at it and set it show the first value in
// no order of calls: once it is set, it is gone.
static void *same_object(void) {
  return &outside;
}

static long set(void *object, long n) {
  atomic_store((atomic_long *)object, n);
  return 0;
}

static long look(void *object, long none) {
  return atomic_load((atomic_long *)object) + none;
}

static const struct ravel_operation of_one_object[] = {{"set", set, .arg = {1, 2}}, {"look", look}};

static const struct ravel_operation exchanged[] = {{"fill", add, .arg = {1, 2}},
                                                   {"add", .bytes = 64, .fill = fill}};
static const struct ravel_model model = {make_counter, free, exchanged, 0};

int main(void) {
  if (CASE == 15)
    return ravel_linearizable(same_object, NULL, of_one_object, 2, (struct ravel_scenario){0});
  return ravel_linearizable(
      make_counter, free, operations, 2,
      (struct ravel_scenario){
          .threads = CASE == 4    ? 1
                     : CASE == 12 ? 16
                                  : 2,
          .operations = CASE == 12 ? 16 : 2,
          .initial = CASE == 5 ? -1 : 0,
          .only = CASE == 6   ? "add(1) [add(1)] add(1)"
                  : CASE == 7 ? "add() | add(1)"
                  : CASE == 8 ? "add(1)|add(1)|add(1)|add(1)|add(1)|add(1)|add(1)|add(1)|add(1)|"
                                "add(1)|add(1)|add(1)|add(1)|add(1)|add(1)|add(1)|add(1)|add(1)"
                              : NULL,
          .model = CASE == 14 ? &model : NULL,
          .random = CASE == 9,
          .progress = (enum ravel_progress)(CASE == 10 ? 4 : 0),
          .random_threads = 3,
          .random_operations = 30});
}
