/*
 * Sampling: executions drawn at random, one after the other, for programs with too many of them. A
 * sampler is a strategy (strategy.h) that says who goes on at a new state, and that never comes
 * back to any state but the initial one. What samplers share is here: counting samples, values of
 * choices, and which traces have been seen, so that equal samples count once.
 */
#ifndef RAVEL_CORE_SAMPLE_H
#define RAVEL_CORE_SAMPLE_H

#include "core/exploration.h"
#include "core/print_table.h"

/* A random number of a thread, drawn for one sample, or for one of its events in that sample. */
struct rv_priority {
  uint64_t value;
  uint64_t sample;
  uint32_t events;
};

struct rv_sampling {
  struct rv_priority *priorities;    /* of each thread */
  uint64_t *changes;                 /* of priorities: after which steps (strategy_pct.c) */
  uint64_t drawn;                    /* the number of the present sample */
  uint64_t threads, longest;         /* of what was seen when it was drawn, */
  uint64_t now_threads, now_longest; /* and since */
  uint32_t *choices;                 /* of each thread, at the initial state */
  struct rv_print *events;           /* of the trace */
  struct rv_print_table seen;        /* how often each trace was */
};

/* x->own. */
static inline struct rv_sampling *rv_sampling(const struct rv_explorer *x) {
  return x->own;
}

void *rv_sampling_make(const struct rv_memory *memory, const struct rv_options *options);
void rv_sampling_clear(struct rv_explorer *x);

/* Who goes on from a state in which some thread is enabled. */
typedef rv_tid rv_sampler(struct rv_explorer *x, const struct rv_state *state);

/* What a strategy's functions are made of. */
bool rv_sample_arrive(struct rv_explorer *x, struct rv_state *state, rv_sampler *sampler);
bool rv_sample_again(struct rv_explorer *x, struct rv_state *state, rv_sampler *sampler);
void rv_sample_ended(struct rv_explorer *x);

/* The enabled thread whose priority is the highest. */
rv_tid rv_sample_highest(const struct rv_explorer *x, const struct rv_state *state);

#endif
