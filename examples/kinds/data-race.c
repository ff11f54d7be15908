// Two threads access the same memory, one of them writes, one of the accesses is not
// atomic, and nothing orders the two: no lock, no atomic operation, no join. By the
// rules of C and C++ such a program may do anything, and compilers rely on that.
//
// What to do:
// Both stacks are shown, with the locks that each side holds. If one side holds a lock,
// take it on the other side too. If no lock is wanted, make the variable atomic. If the
// data is handed over, let the hand-over be a release store and an acquire load.
//
// expect: fail data-race
#include <pthread.h>
#include <stdio.h>

static int temperature;

static void *sensor(void *unused) {
  temperature = 21;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sensor, NULL);
  int now = temperature; /* before the join: nothing orders it */
  pthread_join(thread, NULL);
  printf("%d degrees\n", now);
  return 0;
}
