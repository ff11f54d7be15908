// Scenarios of three threads with three operations each, drawn at random: of one that fails,
// threads, calls and arguments are taken away as long as it still does. A counter loses what is
// added beside a 7. That is seen only by main, which alone asks for the value: two threads, each
// with one call, and one call at the end are left.
// expect: fail assertion
// message: not linearizable: (add\(7\) \| add\(1\)|add\(1\) \| add\(7\)) \[value\(\)\]$
// algorithms: optimal source
// also: --context-sensitive
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: (add\(7\) \| add\(1\)|add\(1\) \| add\(7\)) \[value\(\)\]$
// also: --memory=c11
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: (add\(7\) \| add\(1\)|add\(1\) \| add\(7\)) \[value\(\)\]$
// also: --cflags=-DCONDITION=.progress=RAVEL_WAIT_FREE,.steps=1
// algorithms: optimal
// expect: fail assertion
// message: not wait-free: add\(7\) .* steps: add\(7\)$
// also: --cflags=-DCONDITION=.condition=RAVEL_SEQUENTIALLY_CONSISTENT
// algorithms: optimal
// expect: fail assertion
// message: not sequentially consistent: (add\(7\) \| add\(1\)|add\(1\) \| add\(7\)) \[value\(\)\]$
#include <ravel_linearizable.h>
#include <stdatomic.h>

#ifndef CONDITION
#define CONDITION .steps = 0
#endif

static void *make_counter(void) {
  return calloc(1, sizeof(atomic_long));
}

static long add(void *counter, long n) {
  if (n == 7)
    atomic_store((atomic_long *)counter, atomic_load((atomic_long *)counter) + n);
  else
    atomic_fetch_add((atomic_long *)counter, n);
  return 0;
}

static long value(void *counter, long none) {
  (void)none;
  return atomic_load((atomic_long *)counter);
}

enum { NO_THREAD = 9 };
static const struct ravel_operation operations[] = {{"add", add, .arg = {1, 9}},
                                                    {"value", value, .thread = NO_THREAD}};

int main(void) {
  return ravel_linearizable(make_counter, free, operations, 2,
                            (struct ravel_scenario){.threads = 1,
                                                    .operations = 1,
                                                    .initial = 1,
                                                    .final = 2,
                                                    .random = 30,
                                                    .random_threads = 3,
                                                    .random_operations = 3,
                                                    CONDITION});
}
