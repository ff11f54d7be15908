/* N threads increment one counter; thread 0, and a thread that waits for those N, increment
 * another: 2 * N! traces, and wakeup trees that grow exponentially. J. ACM 2017, figure 12, with
 * joins for its barrier. */
#include <stdatomic.h>

#include "threads.h"

#ifndef N
#define N 3
#endif

atomic_int counter1, counter2;
static pthread_t workers[N];

static void *first(void *arg) {
  atomic_fetch_add(&counter1, 1);
  return arg;
}

static void *worker(void *arg) {
  atomic_fetch_add(&counter2, 1);
  return arg;
}

static void *last(void *arg) {
  join_all(workers, N);
  atomic_fetch_add(&counter1, 1);
  return arg;
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
