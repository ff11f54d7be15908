// No store is left unread, so observers make no difference; but most orders of the additions reach
// the same state. Both options together explore no more than context sensitivity alone, about 30
// (test/issta/check.py compares them).
// expect: pass
// traces: 180
// algorithms: source optimal
// options: --observers
// also: --context-sensitive --observers
// expect: pass
// algorithms: source optimal
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int x;

/* Its result is used, so that the order of two additions is not left out from the start. */
static void add_nothing(void) {
  if (atomic_fetch_add(&x, 0) > 1)
    abort();
}

static void *adder(void *arg) {
  add_nothing();
  return arg;
}

static void *storer(void *arg) {
  add_nothing();
  atomic_store(&x, 0);
  return arg;
}

static void *reader(void *arg) {
  (void)arg;
  atomic_store(&x, 1);
  return (void *)(intptr_t)atomic_load(&x);
}

int main(void) {
  pthread_t first, second, third, fourth;
  pthread_create(&first, NULL, adder, NULL);
  pthread_create(&second, NULL, storer, NULL);
  pthread_create(&third, NULL, reader, NULL);
  pthread_create(&fourth, NULL, adder, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  pthread_join(fourth, NULL);
  return 0;
}
