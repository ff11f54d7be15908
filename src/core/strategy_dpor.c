/*
 * DPOR of Flanagan and Godefroid with clock vectors and sleep sets, as the J. ACM paper has it
 * under the name of Classic: Algorithm 1 with the stronger test of section 5.1, which makes its
 * backtrack sets persistent sets.
 */
#include "core/backtrack.h"
#include "core/reversal.h"
#include "core/stateful_dpor.h"
#include "core/strategy.h"

static uint64_t dpor_reverse_race(struct rv_explorer *x, const struct rv_race *race) {
  return rv_backtrack_race(x, race, RV_CLOSED_INITIAL);
}

static uint64_t dpor_reverse_late(struct rv_explorer *x, const struct rv_event *e,
                                  struct rv_late *late) {
  rv_backtrack_reverse(x, e, late, RV_CLOSED_INITIAL);
  return 0;
}

static void dpor_ended(struct rv_explorer *x) {
  rv_races(x, dpor_reverse_race, dpor_reverse_late);
}

const struct rv_strategy rv_strategy_dpor = {.name = "dpor",
                                             .sleep = rv_backtrack_sleep,
                                             .look = rv_awaits_look,
                                             .arrive = rv_backtrack_arrive_one,
                                             .ended = dpor_ended,
                                             .again = rv_backtrack_again,
                                             .left = rv_backtrack_left,
                                             .split = &rv_split_backtrack};

/* The same without sleep sets, as in the POPL paper, figure 5. */
const struct rv_strategy rv_strategy_dpor_awake = {.name = "dpor",
                                                   .look = rv_awaits_look,
                                                   .arrive = rv_backtrack_arrive_one,
                                                   .ended = dpor_ended,
                                                   .again = rv_backtrack_again_awake,
                                                   .left = rv_backtrack_left};

/* The same, from no state again that was reached before. */
static void dpor_ended_stateful(struct rv_explorer *x) {
  dpor_ended(x);
  rv_stateful_dpor_ended(x);
}

const struct rv_strategy rv_strategy_dpor_stateful = {.name = "dpor",
                                                      .make = rv_stateful_dpor_make,
                                                      .clear = rv_stateful_dpor_clear,
                                                      .sleep = rv_backtrack_sleep,
                                                      .look = rv_stateful_dpor_look,
                                                      .arrive = rv_stateful_dpor_arrive,
                                                      .ending = rv_stateful_dpor_ending,
                                                      .ended = dpor_ended_stateful,
                                                      .again = rv_stateful_dpor_again,
                                                      .left = rv_backtrack_left};

const struct rv_strategy rv_strategy_dpor_stateful_awake = {.name = "dpor",
                                                            .make = rv_stateful_dpor_make,
                                                            .clear = rv_stateful_dpor_clear,
                                                            .look = rv_stateful_dpor_look,
                                                            .arrive = rv_stateful_dpor_arrive,
                                                            .ending = rv_stateful_dpor_ending,
                                                            .ended = dpor_ended_stateful,
                                                            .again = rv_stateful_dpor_again_awake,
                                                            .left = rv_backtrack_left};
