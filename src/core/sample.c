#include "core/sample.h"

#include <assert.h>

#include "core/bitset.h"
#include "core/random.h"

enum { MOST_BITS = 30 }; /* more samples than anybody draws */

void *rv_sampling_make(const struct rv_memory *memory, const struct rv_options *options) {
  struct rv_sampling *const sampling = rv_reserve(memory, 1, sizeof *sampling);
  sampling->priorities = rv_reserve(memory, RV_MAX_THREADS, sizeof *sampling->priorities);
  sampling->changes = rv_reserve(memory, options->depth + 1, sizeof *sampling->changes);
  sampling->choices = rv_reserve(memory, RV_MAX_THREADS, sizeof *sampling->choices);
  sampling->events = rv_reserve(memory, options->max_steps + 1, sizeof *sampling->events);
  rv_print_table_init(&sampling->seen, memory, MOST_BITS);
  return sampling;
}

void rv_sampling_clear(struct rv_explorer *x) {
  struct rv_sampling *const sampling = x->own;
  for (rv_tid t = 0; t < x->trace.width; t++)
    sampling->priorities[t] = (struct rv_priority){0};
  sampling->threads = sampling->longest = sampling->now_threads = sampling->now_longest = 0;
  sampling->drawn = 0;
  rv_print_table_clear(&sampling->seen);
}

/* At the initial state, when the program is already somewhere else, from what was noted there. */
static uint32_t choices_of(const struct rv_explorer *x, rv_tid thread) {
  if (!x->trace.n)
    return rv_sampling(x)->choices[thread];
  const struct rv_op *const op = x->system->next(x->system->self, thread);
  return op->kind == RV_OP_CHOOSE ? op->choices : 0;
}

static void plan(struct rv_explorer *x, rv_tid thread) {
  const uint32_t choices = choices_of(x, thread);
  rv_plan(x, thread, choices ? (uint32_t)rv_random_below(&x->random, choices) : 0);
}

static void sample_begin(struct rv_explorer *x) {
  struct rv_sampling *const sampling = x->own;
  if (sampling->longest < sampling->now_longest || sampling->threads < sampling->now_threads)
    x->stats.learning = sampling->drawn;
  sampling->longest = sampling->now_longest;
  sampling->threads = sampling->now_threads;
  x->stats.samples = ++sampling->drawn;
}

static void note_choices(const struct rv_explorer *x, const struct rv_state *state) {
  for (rv_tid t = rv_bits_next(state->enabled, state->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(state->enabled, state->words, t + 1)) {
    const struct rv_op *const op = x->system->next(x->system->self, t);
    rv_sampling(x)->choices[t] = op->kind == RV_OP_CHOOSE ? op->choices : 0;
  }
}

bool rv_sample_arrive(struct rv_explorer *x, struct rv_state *state, rv_sampler *sampler) {
  if (!x->trace.n) {
    note_choices(x, state);
    sample_begin(x);
  }
  plan(x, sampler(x, state));
  return true;
}

bool rv_sample_again(struct rv_explorer *x, struct rv_state *state, rv_sampler *sampler) {
  if (x->trace.n || rv_sampling(x)->drawn == x->options.samples)
    return false;
  sample_begin(x);
  plan(x, sampler(x, state));
  return true;
}

/* Counts the traces that were seen once and twice: from these follows how many were never seen. */
static void count(struct rv_stats *stats, uint64_t times) {
  stats->distinct += times == 1;
  stats->seen_once += times == 1;
  stats->seen_once -= times == 2;
  stats->seen_twice += times == 2;
  stats->seen_twice -= times == 3;
}

void rv_sample_ended(struct rv_explorer *x) {
  struct rv_sampling *const sampling = x->own;
  if (sampling->now_longest < x->trace.n)
    sampling->now_longest = x->trace.n;
  if (sampling->now_threads < x->trace.created)
    sampling->now_threads = x->trace.created;
  sampling->drawn += !x->trace.n; /* where there are no events, nothing was drawn */
  x->stats.samples = sampling->drawn;
  if (x->ending != RV_COMPLETE)
    return;
  rv_happens_before_extend(&x->hb, &x->trace);
  x->hb.races = NULL;
  for (uint64_t i = 0; i < x->trace.n; i++)
    rv_print_event(&x->trace, sampling->events, i);
  const struct rv_print print = rv_print_configuration(&x->trace, sampling->events);
  struct rv_print_entry *const seen = rv_print_table_enter(&sampling->seen, &print);
  if (seen)
    count(&x->stats, ++seen->value);
}

rv_tid rv_sample_highest(const struct rv_explorer *x, const struct rv_state *state) {
  const struct rv_priority *const priorities = rv_sampling(x)->priorities;
  rv_tid highest = RV_NO_THREAD;
  for (rv_tid t = rv_bits_next(state->enabled, state->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(state->enabled, state->words, t + 1))
    if (highest == RV_NO_THREAD || priorities[t].value > priorities[highest].value)
      highest = t;
  assert(highest != RV_NO_THREAD);
  return highest;
}
