/*
 * Stateful search: a state that was reached before is not explored again (POPL 2005, section 5).
 * States are known by 128 bits of a hash, so that two of them are taken for one with a probability
 * of n² / 2^129, where n is how many there are.
 *
 * With sleep sets, a state is kept with the set of threads that slept when it was reached: these
 * were not explored from there. When it is reached again, those of them that do not sleep now are,
 * and no others (Godefroid, Holzmann, Pirottin: State-Space Caching Revisited, 1995).
 */
#ifndef RAVEL_CORE_STATEFUL_H
#define RAVEL_CORE_STATEFUL_H

#include "core/backtrack.h"

/* Functions of a strategy. */
void *rv_stateful_make(const struct rv_memory *memory, const struct rv_options *options);
void rv_stateful_clear(struct rv_explorer *x);
void rv_stateful_look(struct rv_explorer *x, struct rv_state *state, bool awaits);
bool rv_stateful_arrive(struct rv_explorer *x, struct rv_state *state);
enum rv_ending rv_stateful_ending(struct rv_explorer *x, const struct rv_state *state);

#endif
