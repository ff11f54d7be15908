/*
 * Threads that keep each other going: an execution comes back to a state in which it has been, and
 * each thread that could go on has done so in between. Under a fair scheduler that never ends.
 *
 * The states after 1024, 2048, 4096 steps and so on are remembered (in execution graphs, which cost
 * more, from 256 on), and those that follow are compared with the last of them. So what is found
 * depends on the execution alone, not on the way of the search to it, and the cost does not grow
 * with the length.
 */
#ifndef RAVEL_RUNTIME_LIVELOCK_H
#define RAVEL_RUNTIME_LIVELOCK_H

#include "runtime/runtime.h"

/* LONGEST_CYCLE: how many steps a cycle may have. */
enum { LONGEST_CYCLE = 128 };

static inline uint64_t livelock_least(void) {
  return rt.weak ? 256 : 1024;
}

/* The pieces that must be the same for an execution to be back in a state (owners.h): the number of
 * steps is left out. */
void livelock_pieces(void);

/* A thread is about to make a step, and there were livelock_least(). The number of steps since the
 * same state; 0: there is none, or a thread that could go on has not. */
uint64_t livelock_steps(const struct thread *thread);

/* A state will be remembered in fewer steps than a cycle has, or was: it is to hold nothing by
 * chance. */
static inline bool livelock_is_near(void) {
  const uint64_t steps = rt.steps + LONGEST_CYCLE;
  if (likely(steps < livelock_least()))
    return false;
  return steps - (UINT64_C(1) << (63 - __builtin_clzll(steps))) <= 2 * LONGEST_CYCLE;
}

/* After so many steps no state of a cycle was found, whether or not all threads have gone on. */
bool livelock_is_none_since(uint64_t steps);

/* A thread could go on now and has not for a large part of the execution; or it may have been so
 * until a short while ago. */
bool livelock_is_unfair(void);

/* For how many steps no thread has come to another place than before, where that is a large part of
 * the execution; 0 otherwise. To be asked before each step. */
uint64_t livelock_same_places(const struct thread *thread);

/* The execution goes back to where it had made so many steps; or another one begins. */
void livelock_back(uint64_t steps);
void livelock_reset(void);

#endif
