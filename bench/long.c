/* Two threads with EVENTS atomic stores between them, each to a variable of its own, for the cost
 * of an event. FIRST racing stores of each before them make C(2 FIRST, FIRST) executions in which
 * all of those events are new; LAST racing stores after them, as many that come back to their end.
 * REPLAY=1 names a function that keeps state outside the program, so that Ravel must not use
 * checkpoints and comes back by making all of the events again.
 */
#include <stdatomic.h>
#include <stdio.h>

#include "threads.h"

#ifndef EVENTS
#define EVENTS 100
#endif
#ifndef FIRST
#define FIRST 0
#endif
#ifndef LAST
#define LAST 0
#endif

#ifndef REPLAY
#define REPLAY 0
#endif

atomic_int shared;
struct {
  _Alignas(64) atomic_int value;
} own[2];

static void *thread(void *arg) {
  int me = number_of(arg);
  for (int i = 0; i < FIRST; i++)
    atomic_store(&shared, me);
  for (int i = 0; i < EVENTS / 2; i++)
    atomic_store(&own[me].value, i);
  for (int i = 0; i < LAST; i++)
    atomic_store(&shared, me);
  return NULL;
}

int main(int argc, char **argv) {
  if (REPLAY && argc > 1)
    return remove(argv[1]);
  const pthread_t threads[] = {start(thread, 0), start(thread, 1)};
  join_all(threads, 2);
  return 0;
}
