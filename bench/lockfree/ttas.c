/* A test-and-test-and-set lock, and N threads that each take it once. */
#include <assert.h>
#include <stdatomic.h>

#include "../threads.h"

#ifndef N
#define N 4
#endif

atomic_int lock;
int shared;

static void *work(void *arg) {
  do
    while (atomic_load(&lock))
      ;
  while (atomic_exchange(&lock, 1));
  shared++;
  atomic_store(&lock, 0);
  return arg;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    threads[i] = start(work, i);
  join_all(threads, N);
  assert(shared == N);
  return 0;
}
