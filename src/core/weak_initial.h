/*
 * p in WI(v) (J. ACM, Lemma 4.2), where clocks and the histories of objects tell: v need not be
 * made. Most races are rejected like that.
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

/* Whether a thread, and what it does in pre(E, e), is known to be in WI(v). False also where that
 * cannot be told. `*rest` is the last event of E that the answer rests on. */
bool rv_is_weak_initial(const struct rv_reversal *v, rv_tid thread, uint32_t choice,
                        const struct rv_op *op, uint64_t *rest);

#endif
