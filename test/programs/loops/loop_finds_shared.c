// While it is tried what a thread does in another order, memory turns out to be shared: what was
// recorded before does not repeat, but the program is deterministic. The search begins again.
// options: --races=interleave --order=youngest --reset=fork --no-scout
// expect: pass
// also: --races=interleave --order=youngest --reset=checked --no-scout
// expect: pass
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_uint *waited_for;
static atomic_short *looked_at;
static unsigned long out;

static bool swap(unsigned from, unsigned to) {
  return atomic_compare_exchange_strong(waited_for, &from, to);
}

static void *adds(void *arg) {
  atomic_fetch_add(waited_for, 1);
  swap(0, 1);
  return arg;
}

static void *waits(void *arg) {
  unsigned waited = 0;
  while (!swap(1, 1))
    waited = 1;
  const unsigned seen = (unsigned)atomic_load(looked_at);
  if (arg)
    out = waited << 3 | seen;
  return arg;
}

int main(void) {
  pthread_t waiter, adder;
  waited_for = calloc(1, sizeof *waited_for);
  looked_at = calloc(1, sizeof *looked_at);
  pthread_create(&waiter, NULL, waits, NULL);
  atomic_store(waited_for, 1);
  pthread_create(&adder, NULL, adds, NULL);
  return 0;
}
