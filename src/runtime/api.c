/*
 * What a program may ask of Ravel: the other side of include/ravel.h.
 */
#include "ravel.h"

#include "runtime/runtime.h"

EXPORT void ravel_runtime_cut(void) {
  if (!rt.current)
    return;
  rt.cut = rt.bounded = true;
  stop_for_good(THREAD_FAILED);
}

EXPORT unsigned ravel_runtime_choose(unsigned n) {
  if (!rt.current || rt.solo || n < 2)
    return 0;
  visible_choice(n, CALLER);
  performed(rt.choice);
  struct record *line = record(RECORD_CHOOSE, CALLER);
  if (line) {
    line->value = rt.choice;
    line->stored = n;
  }
  return rt.choice;
}
