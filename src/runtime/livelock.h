/*
 * Threads that keep each other going: an execution comes back to a state in which it has been, and
 * each thread that could go on has done so in between. Under a fair scheduler that never ends.
 *
 * The states after 1024, 2048, 4096 steps and so on are remembered, and those that follow are
 * compared with the last of them. So what is found depends on the execution alone, not on the way
 * of the search to it, and the cost does not grow with the length.
 */
#ifndef RAVEL_RUNTIME_LIVELOCK_H
#define RAVEL_RUNTIME_LIVELOCK_H

#include "runtime/runtime.h"

enum { LIVELOCK_LEAST = 1024 };

/* A thread is about to make a step. The number of steps since the same state; 0: there is none. */
uint64_t livelock_steps(const struct thread *thread);

static inline uint64_t livelock_test(const struct thread *thread) {
  return likely(rt.steps < LIVELOCK_LEAST) ? 0 : livelock_steps(thread);
}

/* The execution goes back to where it had made so many steps. */
void livelock_back(uint64_t steps);

#endif
