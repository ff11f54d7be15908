/* One thread writes x; N threads each read a variable of their own, then x: 2^N traces.
 * J. ACM 2017, figures 1 and 13. */
#include <stdatomic.h>

#include "threads.h"

#ifndef N
#define N 2
#endif

atomic_int x, own[N];

static void *writer(void *arg) {
  atomic_store(&x, 42);
  return arg;
}

static void *reader(void *arg) {
  atomic_load(&own[number_of(arg)]);
  atomic_load(&x);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  threads[0] = start(writer, 0);
  for (int i = 0; i < N; i++)
    threads[1 + i] = start(reader, i);
  join_all(threads, N + 1);
  return 0;
}
