/*
 * The race detection of figure 1 of ISSTA 2019: what strategies with observers have in common.
 */
#ifndef RAVEL_CORE_OBSERVED_RACE_H
#define RAVEL_CORE_OBSERVED_RACE_H

#include "core/reversal.h"

/* What a strategy does with v, which is in x->v, for E' that has the first `prefix` events of E.
 * Returns the position of the last event that the decision depends on. */
typedef uint64_t rv_observed_plan(struct rv_explorer *x, uint64_t prefix);

/* How much of E there is to v: all, or what comes before the race and its last observer. */
enum rv_extent { RV_WHOLE, RV_PREFIX };

/* Makes E' and v (ISSTA's figure 1, lines 3, 7 and 8), and calls `plan` for them. */
uint64_t rv_observed_reverse(struct rv_explorer *x, const struct rv_event *e, struct rv_late *late,
                             enum rv_extent extent, rv_observed_plan *plan);

/* Finds which stores of the execution on the stack are read, and goes through its races (ISSTA's
 * figure 1, lines 1 and 2). False if the search has to begin again. */
bool rv_observed_races(struct rv_explorer *x, rv_race_reverse *race, rv_await_reverse *late);

#endif
