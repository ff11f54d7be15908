/*
 * Conflicting extensions (section 5.3): the events that are not in C, while all that happens
 * before them is.
 */
#ifndef RAVEL_CORE_UNFOLD_EXTENSIONS_H
#define RAVEL_CORE_UNFOLD_EXTENSIONS_H

#include "core/unfold.h"

/* Adds the conflicting extensions that are the operation of an event of the trace after another
 * history, as far as they are new, to the rivals of the trace's events (cexp: CAV's Algorithm 1,
 * lines 14 to 16). */
void rv_unfold_extend_made(struct rv_explorer *x, const struct rv_event *made);

/* The same for a thread that waits when the execution ends. */
void rv_unfold_extend_waiting(struct rv_explorer *x, const struct rv_waiting *waiting);

#endif
