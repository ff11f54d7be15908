/*
 * Where livelocks are looked for (core/state_graph.h): the states in which the present execution
 * has been, by their fingerprints. When it is about to go on from one of them again, and each
 * thread that could go on in between has done so, it has gone round a fair cycle.
 */
#ifndef RAVEL_RUNTIME_STATE_CYCLE_H
#define RAVEL_RUNTIME_STATE_CYCLE_H

#include "runtime/runtime.h"

/* A hash of the present state, without the number of steps that have led to it. */
bool state_cycle_fingerprint(uint64_t fingerprint[2]);

/* A thread is about to make a step. The number of steps of the cycle that ends here; 0: none does.
 */
uint64_t state_cycle_steps(const struct thread *thread);

#endif
