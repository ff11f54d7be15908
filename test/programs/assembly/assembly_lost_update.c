// A counter that two threads increase by a load and a store in assembly: one increment can be lost.
// The six interleavings of two loads and two stores are four traces: both loads first, and then
// either store first; or one thread after the other.
// expect: fail assertion
// at: BUG
// also: --keep-going
// expect: fail assertion
// traces: 4
#include <assert.h>
#include <pthread.h>

#include "assembly.h"

static int counter;

static void *thread(void *arg) {
  store(&counter, load(&counter) + 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread, 0);
  pthread_create(&b, 0, thread, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(load(&counter) == 2); /* BUG */
  return 0;
}
