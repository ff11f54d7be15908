/*
 * No reduction: every enabled thread is explored from every state.
 */
#include "core/backtrack.h"
#include "core/bitset.h"
#include "core/bound.h"
#include "core/stateful.h"
#include "core/strategy.h"

static bool naive_arrive(struct rv_explorer *x, struct rv_state *state) {
  rv_backtrack_arrive(x, state);
  rv_bits_copy(rv_backtrack(state)->set, state->enabled, state->words);
  return rv_backtrack_next(x, state);
}

const struct rv_strategy rv_strategy_naive = {.name = "naive",
                                              .arrive = naive_arrive,
                                              .again = rv_backtrack_again_awake,
                                              .left = rv_backtrack_left,
                                              .split = &rv_split_backtrack};

/* The same from every state that was not reached before. */
const struct rv_strategy rv_strategy_naive_stateful = {.name = "naive",
                                                       .make = rv_stateful_make,
                                                       .clear = rv_stateful_clear,
                                                       .look = rv_stateful_look,
                                                       .arrive = rv_stateful_arrive,
                                                       .ending = rv_stateful_ending,
                                                       .again = rv_backtrack_again_awake,
                                                       .left = rv_backtrack_left};

/* The same within a bound of preemptions. */
const struct rv_strategy rv_strategy_naive_bounded = {.name = "naive",
                                                      .make = rv_bound_make,
                                                      .clear = rv_bound_clear,
                                                      .look = rv_bound_count,
                                                      .arrive = naive_arrive,
                                                      .choose = rv_bound_forbid,
                                                      .again = rv_backtrack_again_awake};
