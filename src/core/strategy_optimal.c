/*
 * Optimal-DPOR: Algorithm 2 of the J. ACM paper with locks (Algorithm 4) and general blocking
 * (Algorithm 6). Every trace is explored once, and no exploration is begun in vain.
 */
#include "core/backtrack.h"
#include "core/branch.h"
#include "core/observers.h"
#include "core/reversal.h"
#include "core/strategy.h"

static uint64_t optimal_reverse_late(struct rv_explorer *x, const struct rv_event *e,
                                     struct rv_late *late) {
  uint64_t rest;
  rv_branch_plan(x, e, late, &rest);
  return rest;
}

static uint64_t optimal_reverse_race(struct rv_explorer *x, const struct rv_race *race) {
  return rv_reverse_whole(x, race, optimal_reverse_late);
}

static void optimal_ended(struct rv_explorer *x) {
  rv_races(x, optimal_reverse_race, optimal_reverse_late);
  rv_branch_count(x);
}

const struct rv_strategy rv_strategy_optimal = {.name = "optimal",
                                                .made = rv_store_made,
                                                .sleep = rv_backtrack_sleep,
                                                .look = rv_awaits_look,
                                                .arrive = rv_branch_arrive,
                                                .returns = rv_branch_returns,
                                                .ended = optimal_ended,
                                                .again = rv_branch_again,
                                                .left = rv_branch_left,
                                                .split = &rv_split_branches};
