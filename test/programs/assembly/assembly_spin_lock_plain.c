// A spin lock by xchg in assembly, which is released by a plain store: a data race.
// expect: fail data-race
#include <pthread.h>

#include "assembly.h"

static int lock, counter;

static void *thread(void *arg) {
  while (exchange(&lock, 1))
    wait_a_little();
  counter++;
  lock = 0;
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  thread(0);
  pthread_join(other, 0);
  return 0;
}
