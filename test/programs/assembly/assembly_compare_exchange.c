// Three threads want to be the first, by a compare-and-swap in assembly. One succeeds; those that
// fail only read, and reads commute.
// expect: pass
// traces: 3 (which of them is the first)
#include <assert.h>
#include <pthread.h>

#include "assembly.h"

static int first, winners[4];

static void *thread(void *arg) {
  const int self = *(int *)arg;
  winners[self] = compare_exchange(&first, 0, self);
  return 0;
}

int main(void) {
  static int numbers[] = {0, 1, 2, 3};
  pthread_t threads[4];
  for (int i = 1; i < 4; i++)
    pthread_create(&threads[i], 0, thread, &numbers[i]);
  for (int i = 1; i < 4; i++)
    pthread_join(threads[i], 0);
  assert(winners[1] + winners[2] + winners[3] == 1);
  assert(winners[first]);
  return 0;
}
