/*
 * The race detection of an execution that has ended: the loop over its races.
 */
#ifndef RAVEL_CORE_REVERSAL_H
#define RAVEL_CORE_REVERSAL_H

#include "core/await.h"

/* What a strategy does about two events that race, or a choice, which races with itself. Returns
 * the position of the last event that its decision depends on: as long as that event is in the
 * trace, it is not called again. */
typedef uint64_t rv_race_reverse(struct rv_explorer *x, const struct rv_race *race);

/* Calls `race` for every race of the execution (Algorithm 1, line 5; Algorithm 2, line 3), but for
 * awaits; `late` for these, and for locks that threads wait for when it ends (Algorithm 3, lines 2
 * and 3). */
void rv_races(struct rv_explorer *x, rv_race_reverse *race, rv_await_reverse *late);

/* A race as the papers have it: calls `reverse` with what the second event will be before the
 * first, or with each of the other values of a choice. */
uint64_t rv_reverse_whole(struct rv_explorer *x, const struct rv_race *race,
                          rv_await_reverse *reverse);

#endif
