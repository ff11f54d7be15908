/*
 * Partial order sampling (Yuan, Yang, Gu: Partial Order Aware Concurrency Sampling, CAV 2018).
 *
 * Every event that is enabled has a priority, drawn at random when it first is, and the one with
 * the highest is made. Those that race with it, enabled at the same state and dependent on it, then
 * get new ones: so orders of dependent events are likelier to differ from sample to sample than
 * orders that nobody can tell apart.
 */
#include "core/bitset.h"
#include "core/dependence.h"
#include "core/random.h"
#include "core/sample.h"
#include "core/strategy.h"

/* Takes their priorities from the events that were enabled before the last step and race with it;
 * they may not be enabled any more. */
static void forget_raced(struct rv_explorer *x, const struct rv_state *before) {
  const struct rv_replay *const last = &x->trace.events[x->trace.n - 1].step;
  for (rv_tid t = rv_bits_next(before->enabled, before->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(before->enabled, before->words, t + 1))
    if (t != last->thread && rv_dependent(&last->op, x->system->next(x->system->self, t)))
      rv_sampling(x)->priorities[t].sample = 0;
}

static void draw_priorities(struct rv_explorer *x, const struct rv_state *state) {
  for (rv_tid t = rv_bits_next(state->enabled, state->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(state->enabled, state->words, t + 1)) {
    struct rv_priority *const priority = &rv_sampling(x)->priorities[t];
    const uint32_t events = x->trace.threads[t].events;
    if (priority->sample != rv_sampling(x)->drawn || priority->events != events)
      *priority = (struct rv_priority){
          .value = rv_random(&x->random), .sample = rv_sampling(x)->drawn, .events = events};
  }
}

static rv_tid by_priority(struct rv_explorer *x, const struct rv_state *state) {
  if (x->trace.n)
    forget_raced(x, state - 1);
  draw_priorities(x, state);
  return rv_sample_highest(x, state);
}

static bool pos_arrive(struct rv_explorer *x, struct rv_state *state) {
  return rv_sample_arrive(x, state, by_priority);
}

static bool pos_again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  (void)done;
  return rv_sample_again(x, state, by_priority);
}

const struct rv_strategy rv_strategy_pos = {.name = "pos",
                                            .from_start = true,
                                            .make = rv_sampling_make,
                                            .clear = rv_sampling_clear,
                                            .arrive = pos_arrive,
                                            .ended = rv_sample_ended,
                                            .again = pos_again};
