/*
 * Optimal-DPOR: Algorithm 2 of the J. ACM paper with locks (Algorithm 4) and general blocking
 * (Algorithm 6). Every trace is explored once, and no exploration is begun in vain.
 */
#include "core/backtrack.h"
#include "core/branch.h"
#include "core/context.h"
#include "core/observers.h"
#include "core/reversal.h"
#include "core/strategy.h"

/* The loop of Explore after a branch is explored (Algorithm 2, line 21). */
static bool again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  if (!state->wakeup)
    return false;
  rv_put_to_sleep(x, state, done);
  return rv_branch_next(x, state);
}

/* Where many checks were made in vain, only some of the others are: they must not cost as much as
 * the search. */
static bool is_worth_a_check(const struct rv_explorer *x) {
  enum { IN_VAIN = 1000, THEN_ONE_IN = 4 };
  return x->stats.checks < IN_VAIN || x->stats.reversed % THEN_ONE_IN == 0;
}

static uint64_t reverse(struct rv_explorer *x, const struct rv_event *e, struct rv_late *late) {
  uint64_t rest;
  const bool planned = rv_branch_plan(x, e, late, &rest);
  if (planned && x->options.context && !x->context_fails && late->made && is_worth_a_check(x) &&
      rv_context_check(x, e, late->made))
    x->grown = x->context_matters = true;
  return rest;
}

static void ended(struct rv_explorer *x) {
  if (x->options.context)
    x->grown |= rv_note_awaits(x);
  rv_reverse_races(x, reverse);
}

const struct rv_strategy rv_strategy_optimal = {.name = "optimal",
                                                .sleeps = true,
                                                .arrive = rv_branch_arrive,
                                                .ended = ended,
                                                .again = again,
                                                .left = rv_branch_left};
