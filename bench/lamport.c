/* Lam of ISSTA 2019: Lamport's fast mutual exclusion, for two processes. One that has to start
 * again waits, as one step, until it may. */
#include <assert.h>
#include <stdatomic.h>

#include "ravel.h"
#include "threads.h"

#ifndef N
#define N 2
#endif

atomic_int x, y, b[N + 1];
atomic_int inside;

static void enter(int own) {
  for (;;) {
    atomic_store(&b[own], 1);
    atomic_store(&x, own);
    if (atomic_load(&y) != 0) {
      atomic_store(&b[own], 0);
      ravel_await(atomic_load(&y) == 0);
      continue;
    }
    atomic_store(&y, own);
    if (atomic_load(&x) == own)
      return;
    atomic_store(&b[own], 0);
    for (int i = 1; i <= N; i++)
      ravel_await(atomic_load(&b[i]) == 0);
    if (atomic_load(&y) == own)
      return;
    ravel_await(atomic_load(&y) == 0);
  }
}

static void leave(int own) {
  atomic_store(&y, 0);
  atomic_store(&b[own], 0);
}

static void *process(void *arg) {
  const int own = number_of(arg);
  enter(own);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  leave(own);
  return arg;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    threads[i] = start(process, i + 1);
  join_all(threads, N);
  return 0;
}
