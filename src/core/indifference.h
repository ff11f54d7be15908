/*
 * Observers and context sensitivity together: reads whose value does not matter.
 *
 * A read is indifferent if its thread reaches the same state whichever store it reads. As long as
 * all reads of a range are, no order of stores to it matters, and the reads are not ordered with
 * them. Every range is assumed to be like that at first. Every execution tests the assumption: each
 * read is tried after each store that could be the last before it. The first read that makes a
 * difference ends the assumption for its range, and the search begins again.
 */
#ifndef RAVEL_CORE_INDIFFERENCE_H
#define RAVEL_CORE_INDIFFERENCE_H

#include "core/exploration.h"

/* The verdict on an event: RV_UNSEEN if it is a read whose value is not known to matter; with
 * RV_BOUND, if only the store that it reads from is known to matter (dependence.h). */
uint8_t rv_judge_read(const struct rv_explorer *x, const struct rv_event *event);

/* Finds ranges that are accessed by other operations than stores and reads of one range (their
 * accesses are ordered), and ranges that spinning threads read at the end. */
void rv_find_differences(struct rv_explorer *x);

/* All accesses to an object are ordered from now on: the search begins again. */
void rv_order_accesses(struct rv_explorer *x, struct rv_object *object);

/* Tries all indifferent reads of the execution on the stack, whose events have their clocks,
 * against all stores; but for those pairs that are among the first `known` events, which have the
 * order that they had when they were tried. False if a read was not indifferent. */
bool rv_try_indifference(struct rv_explorer *x, uint64_t known);

#endif
