#include "runtime/cut.h"

#include "runtime/runtime.h"

static void cut_execution(enum cut cut) {
  rt.cut = cut;
  rt.bounded = true;
  stop_for_good(THREAD_FAILED);
}

void cut_by_assumption(void) {
  if (rt.current)
    cut_execution(CUT_BY_ASSUMPTION);
}

void bound_met(enum bound bound) {
  rt.shared->bounds_met |= UINT32_C(1) << bound;
}

void cut_by_bound(enum bound bound) {
  if (!rt.current)
    return;
  bound_met(bound);
  cut_execution(CUT_BY_BOUND);
}
