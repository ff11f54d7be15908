/* N threads write different values to x: N! traces; one where nobody looks. */
#include <stdatomic.h>

#include "threads.h"

#ifndef N
#define N 3
#endif

atomic_int x;

static void *writer(void *arg) {
  atomic_store(&x, number_of(arg));
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    threads[i] = start(writer, i + 1);
  join_all(threads, N);
  return 0;
}
