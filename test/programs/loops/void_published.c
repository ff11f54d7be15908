// A round that fails has left a value where another thread can read it: that is not void, whenever
// it is read.
// expect: fail assertion
// at: HERE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter, announced;
static int succeeded_with, seen;

static void *announce(void *unused) {
  int value;
  do {
    value = atomic_load(&counter);
    atomic_store(&announced, value + 1);
  } while (!atomic_compare_exchange_strong(&counter, &value, value + 1));
  succeeded_with = value;
  return unused;
}

static void *look(void *unused) {
  seen = atomic_load(&announced);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, announce, NULL);
  pthread_create(&second, NULL, look, NULL);
  atomic_fetch_add(&counter, 1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(!(seen == 1 && succeeded_with == 1)); /* HERE */
}
