/*
 * What awaits have been seen to read. A condition may read more or less, depending on what it
 * finds; so every state knows, of each thread that stands before an await, all that the condition
 * has read since the thread came there.
 */
#ifndef RAVEL_CORE_SEEN_H
#define RAVEL_CORE_SEEN_H

#include "core/exploration.h"

/* What the await that a thread stands before was seen to read, since it stands there. */
struct rv_seen {
  rv_tid thread;
  struct rv_op op;
  const struct rv_seen *next;
};

/* Adds accesses to those of an operation; false if they were all there. */
bool rv_accesses_add(struct rv_op *to, const struct rv_op *op, struct rv_arena *arena);

/* The awaits of the present state, from those of the state before it. */
const struct rv_seen *rv_awaits_look(struct rv_explorer *x);

/* The same; in most steps nobody has come to stand before one. */
static inline const struct rv_seen *rv_awaits_seen(struct rv_explorer *x, bool more) {
  return more || (x->trace.n && rv_present(x)[-1].awaits) ? rv_awaits_look(x) : NULL;
}

#endif
