/*
 * The part of an event's history that is not in a configuration C, where the two form a
 * configuration: what has to be done after C to get to the event.
 *
 * Whether two such events are in conflict is decided there. Where C is empty, this is the question
 * for any two events.
 */
#ifndef RAVEL_CORE_UNFOLD_PART_H
#define RAVEL_CORE_UNFOLD_PART_H

#include "core/trace.h"
#include "core/unfold_event.h"

/* [tip] \ C. */
struct rv_part {
  struct rv_prime *tip;
  struct rv_prime **at;
  uint32_t n;
};

/* Finds the part of part->tip; C has `events` events of each of the threads. */
void rv_part_find(struct rv_part *part, const struct rv_thread *threads, struct rv_arena *arena);

/* e # f, for tips e and f. */
bool rv_parts_conflict(const struct rv_part *e, const struct rv_part *f);

/* Whether two events of which neither is in the other's history are in conflict. */
bool rv_primes_exclude(const struct rv_prime *e, const struct rv_prime *f);

#endif
