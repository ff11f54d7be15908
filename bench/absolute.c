/* abs of ISSTA 2019, as far as it is known: N threads store 1 or -1, and main, which joins them,
 * says something of the absolute value. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "threads.h"

#ifndef N
#define N 2
#endif

atomic_int x;

static void *writer(void *arg) {
  atomic_store(&x, number_of(arg));
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    threads[i] = start(writer, i % 2 ? -1 : 1);
  join_all(threads, N);
  assert(abs(atomic_load(&x)) == 1);
  return 0;
}
