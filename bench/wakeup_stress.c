/* N threads increment one counter; thread 0, and a thread that waits for those N, increment
 * another: 2 * N! traces, and wakeup trees that grow exponentially. J. ACM 2017, figure 12, with
 * joins for its barrier. Every increment returns what it found: otherwise they would commute. */
#include <stdatomic.h>
#include <stdint.h>

#include "threads.h"

#ifndef N
#define N 3
#endif

atomic_int counter1, counter2;
static pthread_t workers[N];

static void *increment(atomic_int *counter) {
  return (void *)(intptr_t)atomic_fetch_add(counter, 1);
}

static void *first(void *unused) {
  (void)unused;
  return increment(&counter1);
}

static void *worker(void *unused) {
  (void)unused;
  return increment(&counter2);
}

static void *last(void *unused) {
  (void)unused;
  join_all(workers, N);
  return increment(&counter1);
}

int main(void) {
  pthread_t ends[2];
  ends[0] = start(first, 0);
  for (int i = 0; i < N; i++)
    workers[i] = start(worker, i);
  ends[1] = start(last, 0);
  join_all(ends, 2);
  return 0;
}
