/* N threads compute their shares of a series for pi and add them up under a lock: N! traces.
 * CAV 2018, table 1. */
#include <assert.h>

#include "threads.h"

#ifndef N
#define N 3
#endif

enum { TERMS = 100 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static double pi;

static void *share(void *arg) {
  double sum = 0;
  for (int i = number_of(arg); i < TERMS; i += N)
    sum += (i % 2 ? -4.0 : 4.0) / (2 * i + 1);
  pthread_mutex_lock(&mutex);
  pi += sum;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    threads[i] = start(share, i);
  join_all(threads, N);
  assert(3.1 < pi && pi < 3.2);
  return 0;
}
