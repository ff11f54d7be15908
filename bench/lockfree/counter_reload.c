/* N threads that each add one by a compare-and-swap that says what it has found when it fails. */
#include <assert.h>
#include <stdatomic.h>

#include "../threads.h"

#ifndef N
#define N 4
#endif

atomic_int counter;

static void *count(void *arg) {
  int value = atomic_load(&counter);
  while (!atomic_compare_exchange_weak(&counter, &value, value + 1))
    ;
  return arg;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    threads[i] = start(count, i);
  join_all(threads, N);
  assert(counter == N);
  return 0;
}
