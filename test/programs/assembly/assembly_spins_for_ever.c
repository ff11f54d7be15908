// A thread waits for ever for a value that it reads in assembly. What a choice has left below the
// stack before, which is more where the execution is recorded, is no part of its local state: the
// deadlock replays.
// cflags: -O0
// expect: fail deadlock
// at: LOOP
// errors: 1
// algorithms: optimal source dpor sleep
#include <pthread.h>

#include "ravel.h"

static int never;

static void *waits(void *unused) {
  int found, chosen = (int)ravel_choose(2);
  do
    __asm__ volatile("movl %1, %0" : "=r"(found) : "m"(never) : "memory"); /* LOOP */
  while (found == 0);
  (void)chosen;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_join(thread, NULL);
  return 0;
}
