#include "runtime/cut.h"

#include "runtime/atomic_block.h"
#include "runtime/spinloop.h"

static void stop_execution(enum rv_effect_kind why) {
  rt.bounded = true;
  effect(why, rt.current->tid, RV_NO_THREAD);
  stop_for_good(THREAD_FAILED);
}

void cut_by_assumption(uint64_t pc, void *frame) {
  if (!rt.current)
    return;
  not_spinning(); /* what is only tried cuts nothing */
  if (in_atomic_block())
    atomic_block_cut(pc, frame);
  stop_execution(RV_EFFECT_ASSUMED);
}

void bound_met(enum bound bound) {
  rt.shared->bounds_met |= UINT32_C(1) << bound;
}

void cut_by_bound(enum bound bound) {
  if (!rt.current)
    return;
  not_spinning();
  bound_met(bound);
  stop_execution(RV_EFFECT_BOUNDED);
}
