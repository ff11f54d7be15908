// What is joined is over: accesses after the join race with nothing, plain ones included.
// expect: pass
// traces: 1 (each thread's write is ordered by its creation and its join)
// also: --races=interleave
// expect: pass
// traces: 1 (as above, with visible plain accesses)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int value;

static void *increment(void *arg) {
  value++;
  return arg;
}

int main(void) {
  for (int i = 0; i < 5; i++) {
    pthread_t thread;
    value++;
    pthread_create(&thread, NULL, increment, NULL);
    pthread_join(thread, NULL);
    value++;
  }
  assert(value == 15);
  return 0;
}
