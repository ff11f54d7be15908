/*
 * Where the executions come from: the pairs of operations whose order was reversed.
 *
 * A branch is explored from a state because its first step, or one soon after it, comes before one
 * that it conflicts with, which was made from that state in the branch before. The two are a pair,
 * by their places in the program. A pair's executions are those in whose schedule its order is
 * reversed at least once, at any state: without that conflict they would not be explored.
 */
#ifndef RAVEL_CORE_PROFILE_H
#define RAVEL_CORE_PROFILE_H

#include "core/exploration.h"

struct rv_profile *rv_profile_new(const struct rv_memory *memory, uint64_t max_steps);

/* The exploration begins again. */
void rv_profile_clear(struct rv_profile *profile);

/* The planned step is about to be made. */
void rv_profile_step(struct rv_explorer *x);

/* The execution on the stack has ended; it is not counted yet. */
void rv_profile_ended(struct rv_explorer *x);

/* The search went back to the state from where the next execution branches off. */
void rv_profile_went_back(struct rv_explorer *x);

#endif
