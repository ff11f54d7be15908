/*
 * Bounding of preemptions. A step preempts a thread that made the step before and could go on. One
 * that could only give up a timed wait is not preempted: it waits. What has more preemptions than
 * the bound is not explored.
 *
 * What can follow depends on the configuration (the trace up to the order of independent steps), on
 * the running thread, and on the number of preemptions left. So a configuration need not be
 * explored again with no more preemptions left than before, if the same thread runs now or no
 * thread ran then. It need not be explored again either if more preemptions were left then,
 * whichever thread runs: one preemption makes up for the difference. Configurations are told apart
 * by 128 bits.
 *
 * With `deepen` the bound is 0, then 1 and so on, until nothing is forbidden any more. What was
 * explored with as many preemptions left is not explored again under a larger bound, and a trace
 * counts once over all bounds.
 *
 * When the table of configurations is full, a configuration that is not in it is explored each time
 * it is reached, and its executions are counted each time.
 */
#ifndef RAVEL_CORE_BOUND_H
#define RAVEL_CORE_BOUND_H

#include "core/backtrack.h"
#include "core/future.h"
#include "core/print_table.h"

/* The part of a state. */
struct rv_bounded {
  struct rv_backtrack sets;
  uint32_t preemptions; /* on the way here, */
  rv_tid running;       /* and the thread that any other thread's step would preempt */
  /* The threads that need not be explored from here; whether everything that begins with a
   * preemption is explored; and of the thread being explored, whether its first step, or its whole
   * block, is independent of all other threads (strategy_bounded.c). */
  uint64_t *asleep;
  bool others_known, independent, straight;
};

static inline struct rv_bounded *rv_bounded(const struct rv_state *state) {
  return RV_PART(struct rv_bounded, state);
}

struct rv_bound {
  uint64_t preemptions;    /* an execution has fewer than this */
  bool forbids;            /* something was not explored because of that */
  struct rv_print *events; /* of the trace: of each, with its history */
  /* Of each configuration that was explored: the most preemptions that were left, and one; and who
   * ran then, by bits, all if nobody did. */
  struct rv_print_table known;
  struct rv_futures futures; /* what threads do later */
};

/* x->own. */
static inline struct rv_bound *rv_bound(const struct rv_explorer *x) {
  return x->own;
}

void *rv_bound_make(const struct rv_memory *memory, const struct rv_options *options);
void rv_bound_clear(struct rv_explorer *x);

/* Whether a thread waits: it is not enabled, or is only in order to give up. */
bool rv_bound_waits(const struct rv_explorer *x, const struct rv_state *state, rv_tid thread);

/* As a strategy's `look`: who would be preempted in a new state, and how many preemptions it took
 * to get there. */
void rv_bound_count(struct rv_explorer *x, struct rv_state *state, bool awaits);

/* The same, and what threads do later is noted. */
void rv_bound_look(struct rv_explorer *x, struct rv_state *state, bool awaits);

/* As a strategy's `choose`: takes the threads out of `left` that the bound forbids. They count as
 * explored. */
void rv_bound_forbid(struct rv_explorer *x, struct rv_state *state, uint64_t *left);

/* How much of what can follow a state is explored: nothing, all, or all that begins with a
 * preemption. */
enum rv_knowledge { RV_UNKNOWN, RV_KNOWN, RV_OTHERS_KNOWN };
enum rv_knowledge rv_bound_known(const struct rv_explorer *x, const struct rv_state *state);

/* All that can follow the state is explored. */
void rv_bound_enter(struct rv_explorer *x, const struct rv_state *state);

/* Everything within the bound is explored: raises it. False if that makes no difference. */
bool rv_bound_deepen(struct rv_explorer *x);

/* The execution is over: whether its trace was explored before. */
bool rv_bound_is_repeated(struct rv_explorer *x);

#endif
