/*
 * Observers and context sensitivity together: reads of which it does not matter what they read.
 *
 * A read is indifferent if its thread reaches the same state whichever store it reads. As long as
 * all reads of a range are, no order of stores to it matters, and the reads are not ordered with
 * them. This is assumed of every range at first, and tried in every execution: each read after each
 * store that could be the last before it. The first that makes a difference ends it for that range,
 * and the search begins again.
 */
#ifndef RAVEL_CORE_INDIFFERENCE_H
#define RAVEL_CORE_INDIFFERENCE_H

#include "core/exploration.h"

/* What an event is to be taken for: RV_UNSEEN if it is a read that nothing is known to depend
 * on, with RV_BOUND if all that is known to matter is which store it reads (dependence.h). */
uint8_t rv_judge_read(const struct rv_explorer *x, const struct rv_event *event);

/* Finds what is accessed by other operations than stores and reads of one range, which order what
 * they access, and what is read by threads that go round a loop at the end. */
void rv_find_differences(struct rv_explorer *x);

/* All accesses to an object are ordered from now on: the search begins again. */
void rv_order_accesses(struct rv_explorer *x, struct rv_object *object);

/* Tries all indifferent reads of the execution on the stack, whose events have their clocks,
 * against all stores; but for those pairs that are among the first `known` events, which have the
 * order that they had when they were tried. False if a read was not indifferent. */
bool rv_try_indifference(struct rv_explorer *x, uint64_t known);

#endif
