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

/* As a strategy's `arrive`: the backtrack set gets an arbitrary member that is not asleep
 * (Algorithm 1, lines 2 and 3). */
bool rv_backtrack_arrive_one(struct rv_explorer *x, struct rv_state *state);

/* As a strategy's `again`, with sleep sets. */
bool rv_backtrack_again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done);

/* As a strategy's `left`: backtrack(E) \ Sleep, and the other values of the choice being made. */
uint64_t rv_backtrack_left(const struct rv_explorer *x, const struct rv_state *state);

/* Makes sure that backtrack(E'), or the sleep set, has a member of I_[E'](v), where E' is the state
 * before the first event of v's race (Algorithm 1, lines 8 and 9; Algorithm 3, lines 7 and 8;
 * Algorithm 5, lines 9 and 10). With `closed`, of the initials
 * that happen before e', as persistent sets need it (section 5.1). True if one was added. */
bool rv_backtrack_ensure(struct rv_explorer *x, bool closed);

/* The race detection of an execution that has ended: calls rv_backtrack_ensure() for every race,
 * with v in x->v (Algorithm 1, line 5; for threads that wait, Algorithm 3, lines 2 and 3). */
void rv_backtrack_races(struct rv_explorer *x, bool closed);

#endif
