/*
 * Sleep sets alone (Godefroid): every enabled thread is explored from every state unless it is
 * asleep. Every trace is explored to its end once; the other explorations of it end blocked.
 */
#include "core/backtrack.h"
#include "core/bitset.h"
#include "core/stateful.h"
#include "core/strategy.h"

static bool sleep_arrive(struct rv_explorer *x, struct rv_state *state) {
  rv_backtrack_arrive(x, state);
  rv_bits_copy(rv_backtrack(state)->set, state->enabled, state->words);
  return rv_backtrack_next(x, state);
}

const struct rv_strategy rv_strategy_sleep = {.name = "sleep",
                                              .sleep = rv_backtrack_sleep,
                                              .arrive = sleep_arrive,
                                              .again = rv_backtrack_again,
                                              .left = rv_backtrack_left,
                                              .split = &rv_split_backtrack};

/* The same from every state, for what was not explored when it was reached before. */
const struct rv_strategy rv_strategy_sleep_stateful = {.name = "sleep",
                                                       .make = rv_stateful_make,
                                                       .clear = rv_stateful_clear,
                                                       .sleep = rv_backtrack_sleep,
                                                       .look = rv_stateful_look,
                                                       .arrive = rv_stateful_arrive,
                                                       .ending = rv_stateful_ending,
                                                       .again = rv_backtrack_again,
                                                       .left = rv_backtrack_left};
