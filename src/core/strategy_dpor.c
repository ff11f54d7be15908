/*
 * DPOR of Flanagan and Godefroid with clock vectors and sleep sets, as the J. ACM paper has it
 * under the name of Classic: Algorithm 1 with the stronger test of section 5.1, which makes its
 * backtrack sets persistent sets.
 */
#include "core/backtrack.h"
#include "core/strategy.h"

static void ended(struct rv_explorer *x) {
  rv_backtrack_races(x, true);
}

const struct rv_strategy rv_strategy_dpor = {.name = "dpor",
                                             .sleeps = true,
                                             .arrive = rv_backtrack_arrive_one,
                                             .ended = ended,
                                             .again = rv_backtrack_again,
                                             .left = rv_backtrack_left};
