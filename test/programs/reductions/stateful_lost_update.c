// Of an error that a stateful search finds, the schedule with the fewest preemptions is looked for,
// too. An update is lost if a thread is preempted between its load and its store, and not
// otherwise.
// options: --stateful --algorithm=naive
// algorithms: naive
// expect: fail assertion
// preemptions: 1 (between the load and the store)
// also: --stateful
// algorithms: sleep
// expect: fail assertion
// preemptions: 1
// also: --stateful --algorithm=static
// algorithms: source
// expect: fail assertion
// preemptions: 1
// also: --stateful --algorithm=dpor
// algorithms: source
// expect: fail assertion
// preemptions: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *add(void *arg) {
  x = x + 1;
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(x == 2);
}
