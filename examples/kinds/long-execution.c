// An execution is too long to say whether it ends: it has more steps than --max-steps, a
// thread goes round one loop thousands of times, or the code between two operations runs
// longer than --step-seconds. This is no error of the program, and no pass either: the
// verdict is incomplete, and the exit status 3. The search stops there, as there may be
// one such execution for each number of rounds; with --keep-going it goes on.
//
// Ravel knows a loop that waits if each round leaves the thread in the state it was in:
// then the thread just waits. A loop that counts its rounds, as here, is in a new state
// each time, and nobody can tell whether it ends.
//
// What to do:
// If it waits for something, write ravel_await(condition), which waits in one step, or
// take what counts or changes out of the loop. If it tries something again, give it a
// bound. If it is just long, raise --max-steps, or let it do less in the test.
//
// expect: incomplete long-execution
// stopped_by: --max-steps
// at: here
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int ready;

static void *consumer(void *unused) {
  int rounds = 0;
  while (!atomic_load(&ready)) /* here */
    rounds++;
  printf("ready after %d rounds\n", rounds);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, consumer, NULL);
  atomic_store(&ready, 1);
  pthread_join(thread, NULL);
  return 0;
}
