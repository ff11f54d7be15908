// A round that fails, but is counted, is not void: the number of rounds is part of the outcome.
// expect: fail assertion
// at: HERE
// also: --keep-going
// cflags: -DCOUNTED=2
// expect: pass
// traces: 4 (neither fails, in two orders; or one of them does, once)
// void: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef COUNTED
#define COUNTED 1
#endif
static atomic_int counter;

static void *count(void *unused) {
  int value, rounds = 0;
  do {
    value = atomic_load(&counter);
    rounds++;
  } while (!atomic_compare_exchange_strong(&counter, &value, value + 1));
  assert(rounds <= COUNTED); /* HERE */
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
