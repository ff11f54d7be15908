/*
 * Optimal-DPOR: Algorithm 2 of the J. ACM paper with locks (Algorithm 4) and general blocking
 * (Algorithm 6). Every trace is explored once, and no exploration is begun in vain.
 */
#include "core/await.h"
#include "core/backtrack.h"
#include "core/bitset.h"
#include "core/blocking.h"
#include "core/order.h"
#include "core/probe.h"
#include "core/race.h"
#include "core/strategy.h"

/* Plans the first branch of the tree (line 16) and its subtree (line 18). */
static void plan_branch(struct rv_explorer *x, struct rv_state *state) {
  rv_tid thread;
  uint32_t choice;
  rv_wakeup_take(&x->wakeup, &state->wakeup, &thread, &choice);
  rv_plan(x, thread, choice);
}

static bool arrive(struct rv_explorer *x, struct rv_state *state) {
  state->wakeup = x->wakeup.planned;
  x->wakeup.planned = NULL;
  if (state->wakeup) { /* lines 9 and 10 */
    plan_branch(x, state);
    return true;
  }
  if (state->sleep) /* which Lemma 7.1 rules out; an exploration that is blocked is counted */
    return rv_backtrack_arrive_one(x, state);
  rv_plan(x, rv_pick(x, state->enabled, state->words), 0); /* lines 12 and 13 */
  return true;
}

static bool again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  if (!state->wakeup)
    return false;
  rv_put_to_sleep(x, state, done); /* line 21 */
  plan_branch(x, state);
  return true;
}

/* sleep(E') and WI_[E'](v) have nothing in common (line 6). The steps of v that keep the sleeping
 * threads out of WI(v) are marked as needed: they wake them up. Otherwise `rest` is the last event
 * of which that was judged. */
static bool nobody_sleeps_through(const struct rv_state *state, struct rv_sequence *v,
                                  uint64_t *rest) {
  for (const struct rv_sleeper *s = state->sleep; s; s = s->next) {
    uint32_t where;
    const enum rv_relation relation =
        rv_sequence_relation(v, s->thread, s->choice, &s->op, s->footprint, &where);
    if (relation != RV_DEPENDENT) {
      *rest = relation == RV_INITIAL ? v->items[where].position : v->trace->n - 1;
      return false;
    }
    v->items[where].needed = true;
  }
  return true;
}

/* Lines 4 to 7: E' = pre(E, e), v = notdep(e, E).e'. Returns the position of the last event that
 * what was done rests on. */
static uint64_t reverse(struct rv_explorer *x, const struct rv_event *e,
                        const struct rv_late *late) {
  struct rv_state *const state = &x->states[e - x->trace.events];
  uint64_t rest = 0;
  rv_sequence_begin(&x->v, &x->trace, e, late, x->trace.n);
  if (!nobody_sleeps_through(state, &x->v, &rest))
    return rest;
  if (late->changed)
    rv_sequence_need_late(&x->v);
  x->stats.reversed += rv_wakeup_insert(&x->wakeup, &state->wakeup, &x->v, &x->hb.arena, &rest);
  return late->grown ? x->trace.n - 1 : rest;
}

static uint64_t reverse_await(struct rv_explorer *x, const struct rv_event *e,
                              struct rv_late *late) {
  return reverse(x, e, late);
}

/* A step with one value of a choice races with the steps with the others. */
static uint64_t reverse_choice(struct rv_explorer *x, const struct rv_event *e) {
  struct rv_late late = {.thread = e->step.thread,
                         .events = e->index - 1,
                         .position = (uint64_t)(e - x->trace.events),
                         .op = e->step.op,
                         .clock = e->before};
  uint64_t rest = 0;
  for (; late.choice < e->step.op.choices; late.choice++)
    if (late.choice != e->step.choice) {
      const uint64_t last = reverse(x, e, &late);
      rest = rest < last ? last : rest;
    }
  return rest;
}

/* A race as the papers have it. What e' will do is known in most cases; the system can tell. */
static uint64_t reverse_race(struct rv_explorer *x, const struct rv_race *race) {
  const uint64_t top = x->hb.arena.top;
  struct rv_late late;
  if (!rv_race_late(&x->trace, race->first, race->second, &late)) {
    rv_probe_late(x, race->first, race->second, false, &late);
    if (late.grown && late.op.flags & RV_OP_VARIES)
      rv_probe_late(x, race->first, race->second, true, &late);
  }
  const uint64_t rest = reverse(x, race->first, &late);
  rv_arena_release(&x->hb.arena, top);
  return rest;
}

static void handle(struct rv_explorer *x, struct rv_race *race) {
  uint64_t rest;
  if (race->second->step.op.kind == RV_OP_AWAIT)
    rest = rv_await_made(x, race->second, reverse_await);
  else if (race->first == race->second)
    rest = reverse_choice(x, race->first);
  else
    rest = reverse_race(x, race);
  rv_race_rests_on(&x->hb, &x->trace, rest);
}

static void ended(struct rv_explorer *x) {
  const uint64_t found = x->hb.found;
  rv_happens_before_extend(&x->hb, &x->trace);
  x->stats.races += x->hb.found - found;
  struct rv_race *race;
  while ((race = x->hb.races))
    handle(x, race);
  for (uint32_t i = 0; i < x->n_waiting; i++) {
    struct rv_late late;
    const struct rv_event *const e = rv_waiting_lock_race(x, &x->waiting[i], &late);
    if (e)
      reverse(x, e, &late);
    rv_await_waiting(x, &x->waiting[i], reverse_await);
  }
  x->stats.tree_nodes = x->wakeup.nodes;
  x->stats.tree_peak = x->wakeup.most;
}

const struct rv_strategy rv_strategy_optimal = {
    .name = "optimal", .sleeps = true, .arrive = arrive, .ended = ended, .again = again};
