/*
 * How steps relate to v (J. ACM, Lemma 4.2), decided by clocks and the histories of objects without
 * making v. Most races are rejected here.
 */
#ifndef RAVEL_CORE_WEAK_INITIAL_H
#define RAVEL_CORE_WEAK_INITIAL_H

#include "core/happens_before.h"
#include "core/sequence.h"
#include "core/wakeup.h"

/* v = notdep(e, E).e', not made, without the steps that have been taken out of it. */
struct rv_reversal {
  struct rv_happens_before *hb;
  const struct rv_trace *trace;
  const struct rv_event *e;
  const struct rv_late *late;
  uint64_t position;      /* of e */
  bool late_taken;        /* e' has been taken */
  struct rv_clock *taken; /* how many events each thread has made up to the last one of it that was
                           * taken; 0, or no clock: none was */
};

/* Whether a thread, with its operation in pre(E, e), is known to be in WI(v). False also if this
 * cannot be decided here. `*rest` is the last event of E that the answer depends on. */
bool rv_is_weak_initial(const struct rv_reversal *v, rv_tid thread, uint32_t choice,
                        const struct rv_op *op, uint64_t *rest);

/* Whether inserting v is known to leave a wakeup tree as it is (rv_wakeup_insert()). */
bool rv_tree_covers(struct rv_reversal *v, const struct rv_node *tree, uint64_t *rest);

#endif
