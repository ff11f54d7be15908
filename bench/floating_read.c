/* N threads write different values to x; one more reads it, or with ASSERT says something that is
 * true of every value. FR and FR-a of ISSTA 2019. */
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
int seen;

static void *writer(void *arg) {
  atomic_store(&x, number_of(arg));
  return NULL;
}

static void *reader(void *arg) {
  if (ASSERT)
    assert(atomic_load(&x) <= N);
  else
    seen = atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t threads[N + 1];
  for (int i = 0; i < N; i++)
    threads[i] = start(writer, i + 1);
  threads[N] = start(reader, 0);
  join_all(threads, N + 1);
  return 0;
}
