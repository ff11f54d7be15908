/*
 * Subsets of some events of the trace that are closed under happens-before, one after the other.
 */
#ifndef RAVEL_CORE_IDEAL_H
#define RAVEL_CORE_IDEAL_H

#include "core/clock.h"
#include "core/memory.h"

struct rv_ideal {
  const struct rv_event **at; /* in the order of the trace */
  bool *in;
  const bool *stays; /* in unless an earlier event is out; NULL: none */
  uint32_t n;
};

/* The largest: all of them. */
void rv_ideal_all(struct rv_ideal *ideal, const struct rv_event **at, uint32_t n,
                  struct rv_arena *arena);

/* Takes an event out, and puts in all later events that then can be in. */
void rv_ideal_without(struct rv_ideal *ideal, uint32_t out);

/* The next smaller subset with the same first `fixed` events. Subsets are ordered as binary numbers
 * whose highest digit is the first event. False after the last. */
bool rv_ideal_next(struct rv_ideal *ideal, uint32_t fixed);

#endif
