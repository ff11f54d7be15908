/* N writers of one variable each; *count* counts to N-1; *master* reads the count i and writes the
 * variable of writer i: 2N traces, where Source-DPOR begins O(2^N). CAV 2018, figure 1. */
#include <stdatomic.h>

#include "threads.h"

#ifndef N
#define N 3
#endif

atomic_int x[N], c;

static void *writer(void *arg) {
  atomic_store(&x[number_of(arg)], 7);
  return NULL;
}

static void *count(void *arg) {
  for (int i = 1; i < N; i++)
    atomic_store(&c, i);
  return arg;
}

static void *master(void *arg) {
  int i = atomic_load(&c);
  atomic_store(&x[i], 0);
  return arg;
}

int main(void) {
  pthread_t threads[N + 2];
  for (int i = 0; i < N; i++)
    threads[i] = start(writer, i);
  threads[N] = start(count, 0);
  threads[N + 1] = start(master, 0);
  join_all(threads, N + 2);
  return 0;
}
