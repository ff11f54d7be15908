/*
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized
 * Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010).
 *
 * Threads have different priorities, drawn at random, and of those that are enabled the one with
 * the highest goes on. After d-1 steps, drawn at random among the k of an execution, the thread
 * that made the step gets a priority lower than all: d-i after the i-th of these. A bug of depth d
 * (d ordering constraints suffice for it) in a program of n threads then shows with a probability
 * of at least 1/(n k^(d-1)). The longest execution so far is what is known of k.
 */
#include "core/bitset.h"
#include "core/random.h"
#include "core/sample.h"
#include "core/strategy.h"

#define INITIAL (UINT64_C(1) << 63) /* initial priorities are above, later ones below */

static void draw_changes(struct rv_explorer *x) {
  struct rv_sampling *const sampling = x->own;
  for (uint64_t i = 1; i < x->options.depth; i++)
    sampling->changes[i] =
        sampling->longest ? 1 + rv_random_below(&x->random, sampling->longest) : 0;
}

static void lower(struct rv_explorer *x, rv_tid thread) {
  for (uint64_t i = 1; i < x->options.depth; i++)
    if (rv_sampling(x)->changes[i] == x->trace.n)
      rv_sampling(x)->priorities[thread].value = x->options.depth - i;
}

static void draw_priorities(struct rv_explorer *x, const struct rv_state *state) {
  for (rv_tid t = rv_bits_next(state->enabled, state->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(state->enabled, state->words, t + 1)) {
    struct rv_priority *const priority = &rv_sampling(x)->priorities[t];
    if (priority->sample != rv_sampling(x)->drawn)
      *priority = (struct rv_priority){.value = INITIAL | rv_random(&x->random),
                                       .sample = rv_sampling(x)->drawn};
  }
}

static rv_tid by_priority(struct rv_explorer *x, const struct rv_state *state) {
  if (x->trace.n)
    lower(x, x->trace.events[x->trace.n - 1].step.thread);
  else
    draw_changes(x);
  draw_priorities(x, state);
  return rv_sample_highest(x, state);
}

static bool pct_arrive(struct rv_explorer *x, struct rv_state *state) {
  return rv_sample_arrive(x, state, by_priority);
}

static bool pct_again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  (void)done;
  return rv_sample_again(x, state, by_priority);
}

const struct rv_strategy rv_strategy_pct = {.name = "pct",
                                            .from_start = true,
                                            .make = rv_sampling_make,
                                            .clear = rv_sampling_clear,
                                            .arrive = pct_arrive,
                                            .ended = rv_sample_ended,
                                            .again = pct_again};
