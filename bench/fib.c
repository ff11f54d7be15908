/* Two threads add to each other's number, N times each, in three atomic accesses a time. JOIN=1:
 * main joins them, then reads; JOIN=0: main reads while they run. From SV-COMP. */
#include <assert.h>
#include <stdatomic.h>

#include "threads.h"

#ifndef N
#define N 2
#endif
#ifndef JOIN
#define JOIN 1
#endif

atomic_int i = 1, j = 1;

static void *add_to_i(void *arg) {
  for (int k = 0; k < N; k++) {
    int a = atomic_load(&i);
    int b = atomic_load(&j);
    atomic_store(&i, a + b);
  }
  return arg;
}

static void *add_to_j(void *arg) {
  for (int k = 0; k < N; k++) {
    int a = atomic_load(&j);
    int b = atomic_load(&i);
    atomic_store(&j, a + b);
  }
  return arg;
}

static int fibonacci(int n) {
  int a = 0, b = 1;
  for (int k = 0; k < n; k++) {
    int sum = a + b;
    a = b;
    b = sum;
  }
  return a;
}

int main(void) {
  const pthread_t threads[] = {start(add_to_i, 0), start(add_to_j, 0)};
  const int largest = fibonacci(2 * N + 2);
  if (JOIN)
    join_all(threads, 2);
  assert(atomic_load(&i) <= largest);
  assert(atomic_load(&j) <= largest);
  return 0;
}
