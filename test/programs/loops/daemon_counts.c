// A thread that counts for ever, and is taken away by the end of the program, is no error. How
// often it counts before that is not bounded, and said to be so.
// algorithms: optimal source
// options: --max-steps=10000
// expect: incomplete long-execution
// stopped_by: --max-steps
// message: gone round a loop 1152 times
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_ulong counter;

static void *counts(void *unused) {
  for (;;)
    atomic_fetch_add(&counter, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, counts, NULL);
  pthread_detach(thread);
  return atomic_load(&counter) > 9999;
}
