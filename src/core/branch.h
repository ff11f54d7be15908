/*
 * How a state's wakeup tree is followed: what the strategies with wakeup trees have in common.
 */
#ifndef RAVEL_CORE_BRANCH_H
#define RAVEL_CORE_BRANCH_H

#include "core/seen.h"

/* Their part of a state. */
struct rv_branches {
  struct rv_awaits awaits;
  struct rv_node *wakeup; /* the wakeup tree, without the branch being explored */

  /* Where the tree of the root is to be kept as a whole (trunk.h), of each state that it leads to
   * and that is not behind a leaf: the branches that were explored, the last one first. */
  bool kept;
  struct rv_node *explored;

  /* Above the root: something in the tree was found here, and nobody was told. */
  bool untold;
};

static inline struct rv_branches *rv_branches(const struct rv_state *state) {
  return RV_PART(struct rv_branches, state);
}

/* As a strategy's `arrive`: the first branch of the tree that was planned for this state, or any
 * thread (Algorithm 2, lines 9 to 13). */
bool rv_branch_arrive(struct rv_explorer *x, struct rv_state *state);

/* Plans the first branch of the tree; false if there is none (Algorithm 2, lines 15 and 16). */
bool rv_branch_next(struct rv_explorer *x, struct rv_state *state);

/* As a strategy's `left`: the branches of the tree. */
uint64_t rv_branch_left(const struct rv_explorer *x, const struct rv_state *state);

/* As a strategy's `again`: the loop of Explore after a branch is explored (Algorithm 2, line 21).
 */
bool rv_branch_again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done);

/* E' = pre(E, e), v = notdep(e, E).e' (Algorithm 2, lines 4 and 5; Algorithm 4, lines 9, 10 and
 * 12). False if that is covered already. `rest` is the position of the last event that the decision
 * depends on. */
bool rv_branch_plan(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                    uint64_t *rest);

/* As a strategy's `returns`: there is another branch. */
bool rv_branch_returns(const struct rv_state *state);

/* The execution is over: counts the nodes, and keeps their number small. */
void rv_branch_count(struct rv_explorer *x);

#endif
