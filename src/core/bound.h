/*
 * Bounding of preemptions. A step preempts a thread that made the step before and could go on. One
 * that could only give up a timed wait is not preempted: it waits. What has more preemptions than
 * the bound is not explored.
 *
 * What can still come depends on the configuration (the trace, but for the order of independent
 * steps), on who runs, and on how many preemptions are left. So a configuration need not be
 * explored again with no more preemptions left, if the same thread runs or nobody ran then; nor, if
 * there were more left, whoever runs: one preemption makes up for that. Configurations are told
 * apart by 128 bits.
 */
#ifndef RAVEL_CORE_BOUND_H
#define RAVEL_CORE_BOUND_H

#include "core/exploration.h"
#include "core/future.h"
#include "core/print.h"

struct rv_known {
  struct rv_print print;
  uint64_t preemptions; /* the fewest with which it was explored, and one; 0: no entry */
  uint64_t runners;     /* who ran then, by bits; all if nobody did */
};

struct rv_bound {
  struct rv_print *events; /* of the trace: of each, with its history */
  struct rv_known *table;
  uint64_t n, capacity;      /* a power of two */
  struct rv_futures futures; /* what threads do later */
};

struct rv_bound *rv_bound_new(const struct rv_memory *memory, uint64_t max_steps);
void rv_bound_clear(struct rv_explorer *x);

/* Whether a thread waits: it is not enabled, or is only in order to give up. */
bool rv_bound_waits(const struct rv_explorer *x, const struct rv_state *state, rv_tid thread);

/* Who would be preempted in a new state, and how many preemptions it took to get there. */
void rv_bound_arrive(struct rv_explorer *x, struct rv_state *state);

/* Takes the threads out of `left` that the bound forbids. They count as explored. */
void rv_bound_forbid(struct rv_explorer *x, struct rv_state *state, uint64_t *left);

/* How much of what can follow a state is explored: nothing, all, or all that begins with a
 * preemption. */
enum rv_knowledge { RV_UNKNOWN, RV_KNOWN, RV_OTHERS_KNOWN };
enum rv_knowledge rv_bound_known(const struct rv_explorer *x, const struct rv_state *state);

/* All that can follow the state is explored. */
void rv_bound_enter(struct rv_explorer *x, const struct rv_state *state);

/* The execution is over: whether its trace was explored before. */
bool rv_bound_is_repeated(struct rv_explorer *x, const struct rv_state *state);

#endif
