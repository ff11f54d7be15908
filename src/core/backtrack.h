/*
 * Backtrack sets: the threads that will be explored from a state. What naive, sleep, dpor and
 * source have in common; they differ in what they put into the set and when.
 */
#ifndef RAVEL_CORE_BACKTRACK_H
#define RAVEL_CORE_BACKTRACK_H

#include "core/exploration.h"

/* A new state: its backtrack set is empty. */
void rv_backtrack_arrive(struct rv_explorer *x, struct rv_state *state);

/* Picks an unexplored p in backtrack(E) \ Sleep (Algorithm 1, line 4) and plans its step. */
bool rv_backtrack_next(struct rv_explorer *x, struct rv_state *state);

/* Plans the next value of the choice that `done` made, if it was one and there is another. */
bool rv_next_choice(struct rv_explorer *x, const struct rv_event *done);

/* Adds the thread of `done` to the sleep set: it is explored (Algorithm 1, line 12). */
void rv_put_to_sleep(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done);

#endif
