/*
 * Source-DPOR with observers: figure 1 of ISSTA 2019 in Algorithm 1 of the J. ACM paper.
 *
 * A backtrack set has single steps and not all of v, and v only says in part what is seen in the
 * executions that it stands for. So two things are done that the papers do not have: where one
 * store or another could be first in v, all that could be are taken; and where most of what follows
 * is redundant, the races that it could show are not waited for (doc/algorithms/observers.md).
 */
#include "core/backtrack.h"
#include "core/bitset.h"
#include "core/dependence.h"
#include "core/observed_race.h"
#include "core/observers.h"
#include "core/redundancy.h"
#include "core/strategy.h"

/* Whether it is a store and others of v store to the same: these come before it in some of the
 * executions, if it is seen there. */
static bool is_doubtful(const struct rv_sequence *v, uint32_t i) {
  const struct rv_item *const item = &v->items[i];
  for (uint32_t j = 0; j < v->n; j++)
    if (v->items[j].thread != item->thread && rv_are_alike(v->items[j].act, item->act))
      return true;
  return false;
}

static bool is_enabled_initial(const struct rv_state *state, struct rv_sequence *v, uint32_t i) {
  return rv_bit(state->enabled, state->words, v->items[i].thread) && rv_is_initial(v, i);
}

/* Makes sure that backtrack(E') has a member of I(v) that is not doubtful, or else all of I(v)
 * (Algorithm 1, lines 8 and 9). */
static uint64_t ensure(struct rv_explorer *x, uint64_t prefix) {
  struct rv_state *const state = &x->states[prefix];
  uint64_t *const set = rv_backtrack(state)->set;
  struct rv_sequence *const v = rv_observe_sequence(x, prefix, prefix);
  rv_tid certain = RV_NO_THREAD;
  for (uint32_t i = 0; i < v->n; i++)
    if (is_enabled_initial(state, v, i) && !is_doubtful(v, i)) {
      certain = v->items[i].thread;
      if (rv_bit(set, state->words, certain))
        return x->trace.n - 1;
    }
  x->stats.reversed++;
  for (uint32_t i = 0; certain == RV_NO_THREAD && i < v->n; i++)
    if (is_enabled_initial(state, v, i))
      rv_bit_add(set, v->items[i].thread);
  if (certain != RV_NO_THREAD)
    rv_bit_add(set, certain);
  return x->trace.n - 1;
}

static void explore_all(struct rv_state *state) {
  for (size_t i = 0; i < state->words; i++)
    rv_backtrack(state)->set[i] |= state->enabled[i];
}

static uint64_t source_observers_reverse_late(struct rv_explorer *x, const struct rv_event *e,
                                              struct rv_late *late) {
  if (!late->grown)
    return rv_observed_reverse(x, e, late, RV_PREFIX, ensure);
  /* It depends on what came after it in E, and any of that may have to come before. */
  explore_all(&x->states[e - x->trace.events]);
  return x->trace.n - 1;
}

static uint64_t source_observers_reverse_race(struct rv_explorer *x, const struct rv_race *race) {
  return rv_reverse_whole(x, race, source_observers_reverse_late);
}

/* The execution ends with a step that hides q's store: where q made it, and where it is hidden, all
 * else is explored as well. */
static void explore_around(struct rv_explorer *x, const struct rv_sleeper *q) {
  uint64_t at = x->trace.n - 1;
  explore_all(&x->states[at]);
  do
    at--;
  while (at && !(x->trace.events[at].step.thread == q->thread &&
                 rv_are_alike(rv_event_act(&x->trace.events[at]), rv_sleeper_act(q))));
  explore_all(&x->states[at]);
}

static void source_observers_ended(struct rv_explorer *x) {
  for (const struct rv_sleeper *q = rv_present(x)->sleep; q; q = q->next)
    if (q->doze == RV_HIDDEN)
      explore_around(x, q);
  rv_observed_races(x, source_observers_reverse_race, source_observers_reverse_late);
}

/* A store that was explored further down, and that others came before since then: most of what
 * follows it is redundant and will not show its races. */
static void explore_more(struct rv_explorer *x, struct rv_state *state) {
  const rv_tid planned = x->trace.events[x->trace.n].step.thread;
  for (const struct rv_sleeper *q = state->sleep; q; q = q->next)
    if (q->doze == RV_OVERTAKEN && q->thread == planned)
      explore_all(state);
}

static bool source_observers_arrive(struct rv_explorer *x, struct rv_state *state) {
  if (!rv_backtrack_arrive_one(x, state) || rv_is_redundant(state, false))
    return false;
  explore_more(x, state);
  return true;
}

static bool source_observers_again(struct rv_explorer *x, struct rv_state *state,
                                   const struct rv_event *done) {
  rv_redundant_add(x, state, done);
  if (rv_next_choice(x, done))
    return true;
  if (!rv_backtrack_next(x, state))
    return false;
  explore_more(x, state);
  return true;
}

const struct rv_strategy rv_strategy_source_observers = {.name = "source",
                                                         .make = rv_observers_make,
                                                         .made = rv_blind_made,
                                                         .sleep = rv_redundant_after,
                                                         .look = rv_awaits_look,
                                                         .arrive = source_observers_arrive,
                                                         .ending = rv_redundant_ending,
                                                         .ended = source_observers_ended,
                                                         .again = source_observers_again,
                                                         .left = rv_backtrack_left};
