/*
 * Source-DPOR: Algorithm 1 of the J. ACM paper with locks (Algorithm 3) and general blocking
 * (Algorithm 5). Its backtrack sets are source sets.
 */
#include "core/backtrack.h"
#include "core/strategy.h"

static void ended(struct rv_explorer *x) {
  rv_backtrack_races(x, false);
}

const struct rv_strategy rv_strategy_source = {.name = "source",
                                               .sleeps = true,
                                               .arrive = rv_backtrack_arrive_one,
                                               .ended = ended,
                                               .again = rv_backtrack_again,
                                               .left = rv_backtrack_left};
