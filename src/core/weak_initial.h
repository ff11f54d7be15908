/*
 * p in WI(v) (J. ACM, Lemma 4.2), decided by clocks and the histories of objects without making v.
 * Most races are rejected here.
 */
#ifndef RAVEL_CORE_WEAK_INITIAL_H
#define RAVEL_CORE_WEAK_INITIAL_H

#include "core/happens_before.h"
#include "core/sequence.h"

/* v = notdep(e, E).e', not made. */
struct rv_reversal {
  struct rv_happens_before *hb;
  const struct rv_trace *trace;
  const struct rv_event *e;
  const struct rv_late *late;
};

/* Whether a thread, with its operation in pre(E, e), is known to be in WI(v). False also if this
 * cannot be decided here. `*rest` is the last event of E that the answer depends on. */
bool rv_is_weak_initial(const struct rv_reversal *v, rv_tid thread, uint32_t choice,
                        const struct rv_op *op, uint64_t *rest);

#endif
