/*
 * D: the events that are not to be explored again, with their rivals.
 *
 * From state to state fewer of them are enabled, and fewer of their rivals fit. Which these are is
 * found out when it is asked for, from the state before, and kept with the state.
 */
#ifndef RAVEL_CORE_UNFOLD_DISABLED_H
#define RAVEL_CORE_UNFOLD_DISABLED_H

#include "core/unfold.h"

/* An event that is taken off the trace joins D: its rivals are its own. */
void rv_disabled_begin(struct rv_explorer *x, struct rv_disabled *disabled,
                       const struct rv_frame *frame);

/* The members of D that are still enabled after the last step of the trace. */
void rv_disabled_inherit(struct rv_explorer *x, struct rv_state *state);

/* The rivals that fit in the state of this member of D. */
const struct rv_rivals *rv_disabled_rivals(struct rv_explorer *x, struct rv_disabled *disabled);

/* The state is left for good. What its own members of D kept in the unfolding is removed
 * (CAV's Algorithm 1, line 13). */
void rv_disabled_forget(struct rv_unfold *u, struct rv_state *state);

static inline bool rv_is_disabled(const struct rv_state *state, const struct rv_prime *prime) {
  const struct rv_disabled *d = *rv_disabled(state);
  while (d && d->prime != prime)
    d = d->next;
  return d;
}

#endif
