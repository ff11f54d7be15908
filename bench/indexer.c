/* N threads insert four messages each into a hash table; from 12 threads on some collide.
 * POPL 2005, figure 1. */
#include <stdatomic.h>
#include <stdbool.h>

#include "threads.h"

#ifndef N
#define N 12
#endif

enum { SIZE = 128, MAX = 4 };
atomic_int table[SIZE];

static bool claim(atomic_int *slot, int message) {
  int empty = 0;
  return atomic_compare_exchange_strong(slot, &empty, message);
}

static void *inserter(void *arg) {
  int tid = number_of(arg);
  for (int m = 1; m <= MAX; m++) {
    int message = m * 11 + tid;
    int h = message * 7 % SIZE;
    while (!claim(&table[h], message))
      h = (h + 1) % SIZE;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    threads[i] = start(inserter, i + 1);
  join_all(threads, N);
  return 0;
}
