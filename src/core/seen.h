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

/* The part of a state with which that of every strategy begins that reverses races: who stands
 * before an await. */
struct rv_awaits {
  const struct rv_seen *seen;
};

static inline const struct rv_seen *rv_awaits_at(const struct rv_state *state) {
  return RV_PART(struct rv_awaits, state)->seen;
}

/* As a strategy's `look`: the awaits of the present state, from those of the state before it. */
void rv_awaits_look(struct rv_explorer *x, struct rv_state *state, bool awaits);

#endif
