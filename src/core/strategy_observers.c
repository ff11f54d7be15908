/*
 * Optimal-DPOR with observers: figure 1 of ISSTA 2019 in Algorithm 2 of the J. ACM paper. What need
 * not be explored is told by redundancy.h.
 */
#include "core/branch.h"
#include "core/observed_race.h"
#include "core/observers.h"
#include "core/redundancy.h"
#include "core/reread.h"
#include "core/strategy.h"

/* ISSTA's figure 1, lines 9 and 10. */
static uint64_t observers_insert(struct rv_explorer *x, uint64_t prefix) {
  const uint64_t top = x->hb.arena.top;
  uint64_t rest;
  if (!rv_sequence_is_redundant(x, prefix, &rest)) {
    for (uint32_t i = 0; i < x->v.n; i++)
      x->v.items[i].needed = true;
    x->stats.reversed += rv_wakeup_insert(&x->wakeup, &rv_branches(&x->states[prefix])->wakeup,
                                          &x->v, &x->hb.arena, &rest) != NULL;
    rest = x->trace.n - 1; /* what comes later can make stores seen that were not */
  }
  rv_arena_release(&x->hb.arena, top);
  return rest;
}

static uint64_t observers_reverse_late(struct rv_explorer *x, const struct rv_event *e,
                                       struct rv_late *late) {
  uint64_t rest;
  if (rv_sleeps_through(x, e, late, &rest))
    return rest;
  return rv_observed_reverse(x, e, late, RV_WHOLE, observers_insert);
}

static uint64_t observers_reverse_race(struct rv_explorer *x, const struct rv_race *race) {
  return rv_reverse_whole(x, race, observers_reverse_late);
}

static void insert_reread(struct rv_explorer *x, uint64_t prefix) {
  observers_insert(x, prefix);
}

static void observers_ended(struct rv_explorer *x) {
  if (!rv_observed_races(x, observers_reverse_race, observers_reverse_late))
    return;
  rv_branch_count(x);
  if (x->options.context)
    rv_reread(x, insert_reread);
}

static bool observers_again(struct rv_explorer *x, struct rv_state *state,
                            const struct rv_event *done) {
  if (!rv_branches(state)->wakeup)
    return false;
  rv_redundant_add(x, state, done);
  return rv_branch_next(x, state);
}

const struct rv_strategy rv_strategy_observers = {.name = "optimal",
                                                  .make = rv_observers_make,
                                                  .made = rv_blind_made,
                                                  .sleep = rv_redundant_after,
                                                  .look = rv_awaits_look,
                                                  .arrive = rv_branch_arrive,
                                                  .returns = rv_branch_returns,
                                                  .ending = rv_redundant_ending,
                                                  .ended = observers_ended,
                                                  .again = observers_again,
                                                  .left = rv_branch_left};
