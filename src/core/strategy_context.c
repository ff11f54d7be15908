/*
 * Source-DPOR with context sensitivity: DPORcs of Albert and others (CAV 2017), as ISSTA 2019 tells
 * it. Where only don't-do sequences go on, the execution is run to its end once, for its races, and
 * is not explored.
 */
#include "core/backtrack.h"
#include "core/bitset.h"
#include "core/blocking.h"
#include "core/context.h"
#include "core/observers.h"
#include "core/order.h"
#include "core/strategy.h"

/* Whether a thread sleeps here, and could go on, because of the context. */
static bool is_cut_by_context(const struct rv_state *state) {
  for (const struct rv_sleeper *s = state->sleep; s; s = s->next)
    if (s->context && rv_bit(state->enabled, state->words, s->thread))
      return true;
  return false;
}

/* `optimal` begins nothing in vain. If most of what begins here does, it is the better choice. */
static void judge(struct rv_explorer *x) {
  enum { FEW = 200 };
  const uint64_t useful = x->stats.executions + x->stats.pruned;
  if (x->options.algorithm == RV_OPTIMAL && x->stats.blocked > FEW + useful)
    x->context_fails = x->grown = true;
}

/* The execution goes on, but is not explored from here (ISSTA's Algorithm 1, lines 17 to 19). Who
 * waits here for a lock or in an await may get it, later, from someone that hides what it races
 * with. */
static void cut(struct rv_explorer *x) {
  x->cut_at = x->trace.n;
  rv_waiting_collect(x);
  if (!x->n_waiting)
    return;
  rv_backtrack_races(x, false);
  rv_heed(x, rv_go_back(x, x->trace.n));
}

static bool arrive(struct rv_explorer *x, struct rv_state *state) {
  rv_dont_inherit(x, state);
  if (x->cut_at == RV_NOT_CUT) {
    if (rv_backtrack_arrive_one(x, state))
      return true;
    x->cut_by_context = is_cut_by_context(state);
    cut(x);
  }
  rv_plan(x, rv_pick(x, state->enabled, state->words), 0);
  return true;
}

/* The execution was cut here as soon as it came here, and has shown its races. */
static bool all_sleep(const struct rv_state *state) {
  return rv_bits_empty(state->done, state->words);
}

/* Who is to be explored from here and sleeps because of the context (ISSTA's Algorithm 1, lines 25
 * and 26). */
static bool plan_sleeper(struct rv_explorer *x, struct rv_state *state) {
  for (const struct rv_sleeper *s = state->sleep; s; s = s->next)
    if (s->context && rv_bit(state->backtrack, state->words, s->thread) &&
        !rv_bit(state->done, state->words, s->thread)) {
      rv_bit_add(state->done, s->thread);
      rv_plan(x, s->thread, s->choice);
      x->cut_at = x->trace.n;
      x->cut_by_context = true;
      return true;
    }
  return false;
}

static bool again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  const bool beyond = x->cut_at != RV_NOT_CUT && x->trace.n > x->cut_at;
  if (!beyond) {
    const bool cut_here = x->cut_at == x->trace.n;
    x->cut_at = RV_NOT_CUT;
    if (cut_here ? rv_backtrack_next(x, state) : rv_backtrack_again(x, state, done))
      return true;
    if (!all_sleep(state) && plan_sleeper(x, state))
      return true;
  }
  rv_dont_forget(x, state);
  return false;
}

static void ended(struct rv_explorer *x) {
  x->grown |= rv_note_awaits(x);
  rv_backtrack_races(x, false);
  judge(x);
}

const struct rv_strategy rv_strategy_context = {
    .name = "source", .sleeps = true, .arrive = arrive, .ended = ended, .again = again};
