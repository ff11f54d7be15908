/*
 * Optimal-DPOR: Algorithm 2 of the J. ACM paper with locks (Algorithm 4) and general blocking
 * (Algorithm 6). Every trace is explored once, and no exploration is begun in vain.
 */
#include "core/backtrack.h"
#include "core/branch.h"
#include "core/reversal.h"
#include "core/strategy.h"

static bool again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  if (!state->wakeup)
    return false;
  rv_put_to_sleep(x, state, done); /* line 21 */
  return rv_branch_next(x, state);
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
static uint64_t reverse(struct rv_explorer *x, const struct rv_event *e, struct rv_late *late) {
  struct rv_state *const state = &x->states[e - x->trace.events];
  uint64_t rest = 0;
  rv_sequence_begin(&x->v, &x->trace, e, late, x->trace.n);
  if (nobody_sleeps_through(state, &x->v, &rest)) {
    if (late->changed)
      rv_sequence_need_late(&x->v);
    x->stats.reversed += rv_wakeup_insert(&x->wakeup, &state->wakeup, &x->v, &x->hb.arena, &rest);
  }
  /* What depends on more than it did in E stands behind all of v. */
  return late->grown ? x->trace.n - 1 : rest;
}

static void ended(struct rv_explorer *x) {
  rv_reverse_races(x, reverse);
}

const struct rv_strategy rv_strategy_optimal = {
    .name = "optimal", .sleeps = true, .arrive = rv_branch_arrive, .ended = ended, .again = again};
