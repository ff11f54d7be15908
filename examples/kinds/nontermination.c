// An execution does not end: it has more steps than --max-steps, a thread goes round a
// loop again and again while nothing that it reads changes, or the code between two
// operations runs longer than --step-seconds.
//
// Ravel knows a loop that waits if each round leaves the thread in the state it was in:
// then the thread just waits. A loop that counts its rounds, as here, is in a new state
// each time. It is an error if no other thread can end it: here main waits for the
// thread before it sets what the thread waits for.
//
// What to do:
// If it waits for something, write ravel_await(condition), which waits in one step, or
// take what counts or changes out of the loop. If it tries something again, give it a
// bound. If it is just long, raise --max-steps.
//
// expect: fail nontermination
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
  pthread_join(thread, NULL);
  atomic_store(&ready, 1);
  return 0;
}
