// Threads that look at the clock before their first step are symmetric all the same.
// expect: pass
// traces: 6 (the orders of three increments)
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: pass
// traces: 1 (up to the names of the threads)
// algorithms: sleep dpor source optimal
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int next;

static void *take(void *unused) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return atomic_fetch_add(&next, 1) < 3 ? unused : NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, take, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
