/*
 * Optimal-DPOR that tries whether context matters: races that it reverses are run in both orders,
 * and when two of these reach the same state, source sets take its place (strategies.c).
 */
#include "core/backtrack.h"
#include "core/branch.h"
#include "core/context.h"
#include "core/observers.h"
#include "core/reversal.h"
#include "core/strategy.h"

struct checks {
  uint64_t made, reversed;
  struct rv_compared *compared;
};

static void *optimal_context_make(const struct rv_memory *memory,
                                  const struct rv_options *options) {
  (void)options;
  struct checks *const checks = rv_reserve(memory, 1, sizeof *checks);
  checks->compared = rv_compared_make(memory);
  return checks;
}

static void clear(struct rv_explorer *x) {
  struct checks *const checks = x->own;
  *checks = (struct checks){.compared = checks->compared};
  rv_compared_clear(checks->compared);
}

/* Where many checks were made in vain, only some of the others are: they must not cost as much as
 * the search. */
static bool is_worth_a_check(const struct checks *checks) {
  enum { IN_VAIN = 1000, THEN_ONE_IN = 4 };
  return checks->made < IN_VAIN || checks->reversed % THEN_ONE_IN == 0;
}

static uint64_t optimal_context_reverse_late(struct rv_explorer *x, const struct rv_event *e,
                                             struct rv_late *late) {
  struct checks *const checks = x->own;
  struct rv_dont_steps steps;
  uint64_t rest;
  if (!rv_branch_plan(x, e, late, &rest))
    return rest;
  checks->reversed++;
  if (late->made && is_worth_a_check(checks)) {
    const enum rv_comparison found = rv_context_check(x, checks->compared, e, late->made, &steps);
    checks->made += found != RV_NOT_COMPARED;
    if (found == RV_SAME)
      rv_fact_found(x, RV_FACT_CONTEXT, NULL);
  }
  return rest;
}

static uint64_t optimal_context_reverse_race(struct rv_explorer *x, const struct rv_race *race) {
  return rv_reverse_whole(x, race, optimal_context_reverse_late);
}

static void optimal_context_made(struct rv_explorer *x, struct rv_event *event) {
  rv_store_made(x, event);
  rv_compared_made(((struct checks *)x->own)->compared, &x->trace, event);
}

static void optimal_context_ended(struct rv_explorer *x) {
  rv_races(x, optimal_context_reverse_race, optimal_context_reverse_late);
  rv_branch_count(x);
}

const struct rv_strategy rv_strategy_optimal_context = {.name = "optimal",
                                                        .make = optimal_context_make,
                                                        .clear = clear,
                                                        .made = optimal_context_made,
                                                        .sleep = rv_backtrack_sleep,
                                                        .look = rv_awaits_look,
                                                        .arrive = rv_branch_arrive,
                                                        .returns = rv_branch_returns,
                                                        .ended = optimal_context_ended,
                                                        .again = rv_branch_again,
                                                        .left = rv_branch_left};
