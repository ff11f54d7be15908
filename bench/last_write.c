/* N threads write different values to x; main joins them, then reads x, or with ASSERT says
 * something that is true of every value. LW of ISSTA 2019. */
#include <assert.h>
#include <stdatomic.h>

#include "threads.h"

#ifndef N
#define N 3
#endif
#ifndef ASSERT
#define ASSERT 0
#endif

atomic_int x;
int last;

static void *writer(void *arg) {
  atomic_store(&x, number_of(arg));
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    threads[i] = start(writer, i + 1);
  join_all(threads, N);
  if (ASSERT)
    assert(atomic_load(&x) <= N);
  else
    last = atomic_load(&x);
  return 0;
}
