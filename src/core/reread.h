/*
 * Which other stores bound reads (dependence.h) could read from. This replaces reversing their
 * races.
 *
 * For a read r in E and another store s to its range, v is notdep(r, E) with r behind s. Stores
 * that would be between the two are postponed if they can be; otherwise s is. What happens after a
 * postponed event is postponed too, and so are stores that would come before a postponed bound
 * read.
 */
#ifndef RAVEL_CORE_REREAD_H
#define RAVEL_CORE_REREAD_H

#include "core/exploration.h"

/* To be explored after the first `prefix` events of E: x->v. */
typedef void rv_plan_v(struct rv_explorer *x, uint64_t prefix);

/* All bound reads of the execution on the stack and all stores to their ranges. Pairs in a prefix
 * that was explored before count too: v contains what follows, and that is new. */
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
