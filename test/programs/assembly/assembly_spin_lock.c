// A spin lock by xchg, in assembly: it protects a plain variable, and there is no data race.
// expect: pass
// not_covered: nothing
// also: --memory=tso
// algorithms: optimal
// expect: pass
// not_covered: inline assembly
// also: --memory=c11
// algorithms: optimal
// expect: pass
// not_covered: inline assembly
// also: --algorithm=graph
// algorithms: optimal
// expect: pass
// not_covered: nothing
#include <assert.h>
#include <pthread.h>

#include "assembly.h"

static int lock, counter;

static void *thread(void *arg) {
  while (exchange(&lock, 1))
    wait_a_little();
  counter++;
  store(&lock, 0);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, thread, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(counter == 2);
  return 0;
}
