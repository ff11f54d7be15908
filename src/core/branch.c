#include "core/branch.h"

#include "core/backtrack.h"
#include "core/order.h"

bool rv_branch_next(struct rv_explorer *x, struct rv_state *state) {
  rv_tid thread;
  uint32_t choice;
  if (!state->wakeup)
    return false;
  rv_wakeup_take(&x->wakeup, &state->wakeup, &thread, &choice);
  rv_plan(x, thread, choice);
  return true;
}

bool rv_branch_arrive(struct rv_explorer *x, struct rv_state *state) {
  state->wakeup = x->wakeup.planned;
  x->wakeup.planned = NULL;
  if (rv_branch_next(x, state))
    return true;
  if (state->sleep) /* which Lemma 7.1 rules out; an exploration that is blocked is counted */
    return rv_backtrack_arrive_one(x, state);
  rv_plan(x, rv_pick(x, state->enabled, state->words), 0);
  return true;
}
