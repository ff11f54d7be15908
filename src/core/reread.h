/*
 * What bound reads (dependence.h) could read instead: this takes the place of reversing their
 * races.
 *
 * For a read r in E and another store s to its range, v is notdep(r, E) with r behind s. Stores
 * that would be between the two come later, if they can, or else s does; what happens after these
 * goes with them, and so do stores that would come before a bound read that is put off.
 */
#ifndef RAVEL_CORE_REREAD_H
#define RAVEL_CORE_REREAD_H

#include "core/exploration.h"

/* To be explored after the first `prefix` events of E: x->v. */
typedef void rv_plan_v(struct rv_explorer *x, uint64_t prefix);

/* All bound reads of the execution on the stack and all stores to their ranges. Those of a prefix
 * that was there before, too: v has all that follows, and that is new. */
void rv_reread(struct rv_explorer *x, rv_plan_v *plan);

/* The first bound read in x->v, which is made after the first `prefix` events of E, that does not
 * read there what it read in E, or if it is `read`, `store`; NULL if there is none. */
const struct rv_event *rv_first_changed(const struct rv_explorer *x, uint64_t prefix,
                                        const struct rv_event *read, const struct rv_event *store);

/* Whether there is none. If there is, accesses to what it reads are ordered from now on, and the
 * search begins again. */
bool rv_reads_are_kept(struct rv_explorer *x, uint64_t prefix, const struct rv_event *read,
                       const struct rv_event *store);

#endif
