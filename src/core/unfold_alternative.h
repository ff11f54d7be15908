/*
 * Alternatives (definitions 4 to 6): a way on from C that is in conflict with events of D.
 */
#ifndef RAVEL_CORE_UNFOLD_ALTERNATIVE_H
#define RAVEL_CORE_UNFOLD_ALTERNATIVE_H

#include "core/unfold.h"

/* Looks for a k-partial alternative to D after C (CAV's Algorithm 1, line 11). C is the trace,
 * state->disabled is D. If
 * there is one, J \ C is planned, in an order in which it can be made. */
bool rv_unfold_alternative(struct rv_explorer *x, const struct rv_state *state);

#endif
