/*
 * How many explorations there will be in all, judged from the tree as far as it is explored.
 *
 * Two views of each state on the stack are taken together, from the last state down to the first:
 *
 * - Weighted backtracking (Kilby, Slaney, Thiebaux, Walsh, AAAI 2006): the branches that are known
 *   and not explored yet are as large as those that were, on average. With race reversal this
 *   overlooks branches that are not planned yet.
 * - Rivals: a thread whose event conflicts with the event of a branch, and that could come first,
 *   gets a branch of its own sooner or later. In how many executions a branch has how many rivals
 *   is found by looking at some of them. A rival that is there in one execution of six makes a
 *   branch a sixth as large as the first.
 */
#ifndef RAVEL_CORE_ESTIMATE_H
#define RAVEL_CORE_ESTIMATE_H

#include "core/exploration.h"

struct rv_estimate *rv_estimate_new(const struct rv_memory *memory, uint64_t max_steps);

/* The exploration begins again. */
void rv_estimate_clear(struct rv_estimate *estimate);

/* The execution on the stack has ended, and what is to be explored because of it is planned. */
void rv_estimate_ended(struct rv_explorer *x);

/* The search went back to the state from where the next execution branches off. */
void rv_estimate_went_back(struct rv_explorer *x);

#endif
