/*
 * Sampling by a random walk: at every state each enabled thread goes on with the same probability,
 * and every value of a choice is taken with the same.
 */
#include "core/bitset.h"
#include "core/random.h"
#include "core/sample.h"
#include "core/strategy.h"

static rv_tid any(struct rv_explorer *x, const struct rv_state *state) {
  rv_tid thread = rv_bits_next(state->enabled, state->words, 0);
  uint64_t skip = rv_random_below(&x->random, rv_bits_count(state->enabled, state->words));
  for (; skip; skip--)
    thread = rv_bits_next(state->enabled, state->words, thread + 1);
  return thread;
}

static bool random_arrive(struct rv_explorer *x, struct rv_state *state) {
  return rv_sample_arrive(x, state, any);
}

static bool random_again(struct rv_explorer *x, struct rv_state *state,
                         const struct rv_event *done) {
  (void)done;
  return rv_sample_again(x, state, any);
}

const struct rv_strategy rv_strategy_random = {.name = "random",
                                               .from_start = true,
                                               .make = rv_sampling_make,
                                               .clear = rv_sampling_clear,
                                               .arrive = random_arrive,
                                               .ended = rv_sample_ended,
                                               .again = random_again};
