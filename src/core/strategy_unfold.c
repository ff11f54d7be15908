/*
 * Quasi-Optimal POR (CAV 2018): Algorithm 1, Explore(C, D, A), with k-partial alternatives.
 *
 * C is the trace, D the sets of disabled events in its states, A the plan.
 */
#include "core/bitset.h"
#include "core/order.h"
#include "core/strategy.h"
#include "core/unfold_alternative.h"
#include "core/unfold_disabled.h"
#include "core/unfold_extensions.h"

/* The first value of its choice with which a thread is not in D; `choices` if there is none. A
 * thread that makes no choice has one value. */
static uint32_t free_choice(struct rv_explorer *x, const struct rv_state *state, rv_tid thread,
                            uint32_t *choices) {
  const struct rv_op *const op = x->system->next(x->system->self, thread);
  uint32_t choice = 0;
  *choices = op->kind == RV_OP_CHOOSE ? op->choices : 1;
  for (const struct rv_disabled *d = *rv_disabled(state); d;)
    if (d->prime->thread == thread && d->prime->choice == choice) {
      choice++;
      d = *rv_disabled(state);
    } else {
      d = d->next;
    }
  return choice;
}

/* Plans an event of en(C) that is not in D (CAV's Algorithm 1, line 7). */
static bool plan_any(struct rv_explorer *x, struct rv_state *state) {
  const uint64_t top = x->arena.top;
  uint64_t *const left = rv_arena_alloc(&x->arena, state->words * sizeof *left);
  rv_bits_copy(left, state->enabled, state->words);
  uint32_t choices;
  for (const struct rv_disabled *d = *rv_disabled(state); d; d = d->next)
    if (free_choice(x, state, d->prime->thread, &choices) == choices)
      rv_bit_remove(left, d->prime->thread);
  const rv_tid thread = rv_pick(x, left, state->words);
  rv_arena_release(&x->arena, top);
  if (thread == RV_NO_THREAD)
    return false;
  rv_plan(x, thread, free_choice(x, state, thread, &choices));
  return true;
}

/* Plans the next event of A (CAV's Algorithm 1, line 9). A is given up where accesses that are no
 * events have made its thread wait, or end. */
static bool plan_next(struct rv_explorer *x, const struct rv_state *state) {
  struct rv_unfold *const u = x->own;
  if (u->planned == u->n_plan)
    return false;
  const struct rv_prime *const prime = u->plan[u->planned++];
  if (!rv_bit(state->enabled, state->words, prime->thread)) {
    u->planned = u->n_plan;
    return false;
  }
  rv_plan(x, prime->thread, prime->choice);
  return true;
}

/* CAV's Algorithm 1, lines 6 and 8. */
static bool unfold_arrive(struct rv_explorer *x, struct rv_state *state) {
  rv_disabled_inherit(x, state);
  return plan_next(x, state) || plan_any(x, state);
}

/* Adds ex(C) to U (CAV's Algorithm 1, line 4). What is enabled is there because it was executed.
 * What an operation does that always does the same is decided by the events before it. */
static void unfold_ended(struct rv_explorer *x) {
  struct rv_unfold *const u = x->own;
  rv_happens_before_extend(&x->hb, &x->trace);
  x->hb.races = NULL;
  rv_unfold_begin(u);
  while (u->n < x->trace.n) {
    rv_unfold_push(x);
    if (u->frames[u->n - 1].varying != u->n)
      rv_unfold_extend_made(x, &x->trace.events[u->n - 1]);
  }
  for (uint64_t v = u->n ? u->frames[u->n - 1].varying : 0; v;
       v = v > 1 ? u->frames[v - 2].varying : 0)
    rv_unfold_extend_made(x, &x->trace.events[v - 1]);
  for (uint32_t i = 0; i < x->n_waiting; i++)
    rv_unfold_extend_waiting(x, &x->waiting[i]);
  x->stats.unfold_events = u->primes.n;
  x->stats.unfold_peak = u->primes.most;
}

/* CAV's Algorithm 1, lines 11 and 12. */
static bool unfold_again(struct rv_explorer *x, struct rv_state *state,
                         const struct rv_event *done) {
  (void)done;
  struct rv_disabled *const disabled = rv_arena_alloc(&x->arena, sizeof *disabled);
  rv_unfold_pop(x, disabled);
  disabled->next = *rv_disabled(state);
  *rv_disabled(state) = disabled;
  if (rv_unfold_alternative(x, state) && plan_next(x, state))
    return true;
  rv_disabled_forget(rv_unfold(x), state);
  return false;
}

const struct rv_strategy rv_strategy_unfold = {.name = "unfold",
                                               .make = rv_unfold_make,
                                               .clear = rv_unfold_clear,
                                               .look = rv_awaits_look,
                                               .arrive = unfold_arrive,
                                               .ended = unfold_ended,
                                               .again = unfold_again};
