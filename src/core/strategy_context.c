/*
 * Source-DPOR with context sensitivity: DPORcs of Albert and others (CAV 2017), as ISSTA 2019 tells
 * it. If only don't-do sequences continue, the execution is run to its end once, for its races, and
 * not explored.
 */
#include "core/backtrack.h"
#include "core/bitset.h"
#include "core/blocking.h"
#include "core/context.h"
#include "core/height.h"
#include "core/observers.h"
#include "core/order.h"
#include "core/probe.h"
#include "core/reversal.h"
#include "core/seen.h"
#include "core/strategy.h"

#define NOT_CUT UINT64_MAX

struct cut {
  uint64_t at;     /* the execution is not explored from this state on; or NOT_CUT */
  bool by_context; /* not by sleep sets alone */
  struct rv_heights heights;
  struct rv_compared *compared;
};

static struct cut *cut_of(const struct rv_explorer *x) {
  return x->own;
}

static void clear(struct rv_explorer *x) {
  struct rv_compared *const compared = cut_of(x)->compared;
  *cut_of(x) =
      (struct cut){.at = NOT_CUT, .heights.of = cut_of(x)->heights.of, .compared = compared};
  rv_compared_clear(compared);
}

static void *context_make(const struct rv_memory *memory, const struct rv_options *options) {
  (void)options;
  struct cut *const cut = rv_reserve(memory, 1, sizeof *cut);
  cut->at = NOT_CUT;
  rv_heights_make(&cut->heights, memory);
  cut->compared = rv_compared_make(memory);
  return cut;
}

/* Whether an event comes where the execution is not explored any more. */
static bool is_beyond(const struct rv_explorer *x, const struct rv_event *e) {
  return (uint64_t)(e - x->trace.events) > cut_of(x)->at;
}

/* Both orders of a race reach the same state. In the first execution it is found out whether much
 * is explored again for such a race. */
static void context_same(struct rv_explorer *x, const struct rv_event *e,
                         const struct rv_dont_steps *steps) {
  const bool first = !x->ended && !x->stats.pruned;
  if (first && steps->before && !rv_fact(x, RV_FACT_HEIGHT))
    rv_heights_found(x);
  rv_dont_add(x, &x->states[e - x->trace.events], steps);
}

static void compare(struct rv_explorer *x, const struct rv_event *e,
                    const struct rv_event *second) {
  struct rv_dont_steps steps;
  const uint64_t top = x->hb.arena.top;
  if (rv_context_check(x, cut_of(x)->compared, e, second, &steps) == RV_SAME)
    context_same(x, e, &steps);
  rv_arena_release(&x->hb.arena, top);
}

/* Where the execution was cut, another one may go on. */
static uint64_t context_reverse_late(struct rv_explorer *x, const struct rv_event *e,
                                     struct rv_late *late) {
  const bool awaits = late->op.kind == RV_OP_AWAIT;
  if (!is_beyond(x, e)) {
    rv_backtrack_reverse(x, e, late, awaits ? RV_CLOSED_INITIAL : RV_AWAKE_INITIAL);
    if (late->made)
      compare(x, e, late->made);
  }
  return cut_of(x)->at == NOT_CUT ? 0 : x->trace.n - 1;
}

static uint64_t context_reverse_race(struct rv_explorer *x, const struct rv_race *race) {
  if (is_beyond(x, race->first))
    return x->trace.n - 1;
  const uint64_t rest = rv_backtrack_race(x, race, RV_AWAKE_INITIAL);
  if (race->first != race->second)
    compare(x, race->first, race->second);
  return rest;
}

/* Chooses at a new state, and later. */
static void context_choose(struct rv_explorer *x, struct rv_state *state, uint64_t *threads) {
  rv_dont_guide(x, state, threads);
  if (rv_bits_empty(rv_backtrack(state)->done, state->words))
    rv_heights_keep(x, &cut_of(x)->heights, threads, state->words);
}

/* Whether a thread sleeps here, and could go on, because of the context. */
static bool is_cut_by_context(const struct rv_state *state) {
  for (const struct rv_sleeper *s = state->sleep; s; s = s->next)
    if (s->context && rv_bit(state->enabled, state->words, s->thread))
      return true;
  return false;
}

/* Begins once more with each of these threads that sleep because of the context, for its races, and
 * does not explore what follows (ISSTA's Algorithm 1, lines 17 to 19, 25 and 26). */
static bool plan_sleeper(struct rv_explorer *x, const struct rv_state *state,
                         const uint64_t *threads) {
  const struct rv_backtrack *const sets = rv_backtrack(state);
  for (const struct rv_sleeper *s = state->sleep; s; s = s->next)
    if (s->context && rv_bit(threads, state->words, s->thread) &&
        !rv_bit(sets->done, state->words, s->thread)) {
      rv_bit_add(sets->done, s->thread);
      rv_plan(x, s->thread, s->choice);
      cut_of(x)->at = x->trace.n;
      cut_of(x)->by_context = true;
      return true;
    }
  return false;
}

/* Where all that could go on sleep, one execution shows the races of all; but where one of them
 * comes after another, that may hide the race of an await. */
static bool plan_where_cut(struct rv_explorer *x, const struct rv_state *state) {
  if (rv_fact(x, RV_FACT_AWAITS))
    return plan_sleeper(x, state, state->enabled);
  x->relied |= cut_of(x)->by_context;
  return false;
}

/* The execution goes on, but is not explored from here. Who waits here for a lock or in an await
 * may get it, later, from someone that hides what it races with. */
static void cut(struct rv_explorer *x) {
  cut_of(x)->at = x->trace.n;
  cut_of(x)->by_context = false;
  rv_waiting_collect(x);
  if (!x->n_waiting)
    return;
  rv_races(x, context_reverse_race, context_reverse_late);
  rv_probe_from(x, x->trace.n);
}

static struct rv_context *part(const struct rv_state *state) {
  return RV_PART(struct rv_context, state);
}

static bool context_arrive(struct rv_explorer *x, struct rv_state *state) {
  rv_dont_inherit(x, state);
  part(state)->cut = false;
  if (cut_of(x)->at == NOT_CUT) {
    if (rv_backtrack_arrive_one(x, state))
      return true;
    part(state)->cut = true;
    cut(x);
    cut_of(x)->by_context = is_cut_by_context(state);
    if (plan_where_cut(x, state))
      return true;
  }
  rv_plan(x, rv_pick(x, state->enabled, state->words), 0);
  return true;
}

static bool context_again(struct rv_explorer *x, struct rv_state *state,
                          const struct rv_event *done) {
  struct cut *const cut = cut_of(x);
  if (x->trace.n <= cut->at) {
    const bool cut_here = cut->at == x->trace.n;
    cut->at = NOT_CUT;
    if (cut_here ? rv_backtrack_next(x, state) : rv_backtrack_again(x, state, done))
      return true;
    if (part(state)->cut ? plan_where_cut(x, state)
                         : plan_sleeper(x, state, rv_backtrack(state)->set))
      return true;
  }
  rv_dont_forget(x, state);
  return false;
}

static void context_made(struct rv_explorer *x, struct rv_event *event) {
  rv_store_made(x, event);
  rv_compared_made(cut_of(x)->compared, &x->trace, event);
}

static void context_ended(struct rv_explorer *x) {
  for (uint64_t i = x->hb.n; !rv_fact(x, RV_FACT_AWAITS) && i <= x->trace.n; i++)
    if (rv_awaits_at(&x->states[i]))
      rv_fact_found(x, RV_FACT_AWAITS, NULL);
  rv_races(x, context_reverse_race, context_reverse_late);
}

static enum rv_ending context_ending(struct rv_explorer *x, const struct rv_state *state) {
  (void)state;
  if (cut_of(x)->at == NOT_CUT)
    return RV_COMPLETE;
  return cut_of(x)->by_context ? RV_PRUNED : RV_BLOCKED;
}

const struct rv_strategy rv_strategy_context = {.name = "source",
                                                .make = context_make,
                                                .clear = clear,
                                                .made = context_made,
                                                .sleep = rv_backtrack_sleep,
                                                .look = rv_awaits_look,
                                                .arrive = context_arrive,
                                                .choose = context_choose,
                                                .ending = context_ending,
                                                .ended = context_ended,
                                                .again = context_again};
