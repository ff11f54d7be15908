/*
 * How a state's wakeup tree is followed: what the strategies with wakeup trees have in common.
 */
#ifndef RAVEL_CORE_BRANCH_H
#define RAVEL_CORE_BRANCH_H

#include "core/exploration.h"

/* As a strategy's `arrive`: the first branch of the tree that was planned for this state, or any
 * thread (Algorithm 2, lines 9 to 13). */
bool rv_branch_arrive(struct rv_explorer *x, struct rv_state *state);

/* Plans the first branch of the tree; false if there is none (Algorithm 2, lines 15 and 16). */
bool rv_branch_next(struct rv_explorer *x, struct rv_state *state);

/* As a strategy's `left`: the branches of the tree. */
uint64_t rv_branch_left(const struct rv_explorer *x, const struct rv_state *state);

/* E' = pre(E, e), v = notdep(e, E).e' (Algorithm 2, lines 4 and 5; Algorithm 4, lines 9, 10 and
 * 12). False if that is covered already. `rest` is the position of the last event that this rests
 * on. */
bool rv_branch_plan(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                    uint64_t *rest);

#endif
