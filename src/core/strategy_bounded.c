/*
 * What the algorithms that reduce become under a bound of preemptions: all threads are tried from
 * every state, and a configuration that has been explored is not explored again (bound.h).
 *
 * Conservative backtrack points (Coons, Musuvathi, McKinley: Bounded Partial-Order Reduction,
 * OOPSLA 2013) are not enough here: a switch may be free because a thread waits in a join or for a
 * lock, and it waits there because steps that are independent of it were made in another order.
 */
#include "core/backtrack.h"
#include "core/bitset.h"
#include "core/bound.h"
#include "core/strategy.h"

static bool arrive(struct rv_explorer *x, struct rv_state *state) {
  if (rv_bound_is_known(x, state))
    return false;
  rv_backtrack_arrive(x, state);
  rv_bits_copy(state->backtrack, state->enabled, state->words);
  return rv_backtrack_next(x, state);
}

static bool again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  if (rv_next_choice(x, done) || rv_backtrack_next(x, state))
    return true;
  rv_bound_enter(x, state);
  return false;
}

const struct rv_strategy rv_strategy_bounded = {
    .name = "bounded", .arrive = arrive, .again = again};
