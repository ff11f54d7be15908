/* Thread 0 looks for the last zero of an array that N others fill: (N+3) * 2^(N-2) traces.
 * J. ACM 2017, figure 11. */
#include <stdatomic.h>

#include "threads.h"

#ifndef N
#define N 3
#endif

atomic_int array[N + 1];

static void *search(void *arg) {
  int i = N;
  while (atomic_load(&array[i]) != 0)
    i--;
  return arg;
}

static void *fill(void *arg) {
  int j = number_of(arg);
  atomic_store(&array[j], atomic_load(&array[j - 1]) + 1);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  threads[0] = start(search, 0);
  for (int j = 1; j <= N; j++)
    threads[j] = start(fill, j);
  join_all(threads, N + 1);
  return 0;
}
