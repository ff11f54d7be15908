/*
 * What a program may ask of Ravel: the other side of include/ravel.h.
 */
#include "ravel.h"

#include "runtime/api.h"
#include "runtime/atomic_block.h"
#include "runtime/cut.h"
#include "runtime/error.h"
#include "runtime/operations.h"
#include "runtime/record.h"
#include "runtime/runtime.h"

uint32_t choose(uint32_t n, uint64_t pc) {
  if (!rt.current || n < 2)
    return 0;
  if (operation_is_alone() && !operations_get_events())
    fail(ERROR_UNSUPPORTED, pc, FRAME,
         "a choice in an operation that is to say which result is right: it has several; give a "
         "model of the object without choices");
  if (rt.solo)
    return 0;
  visible_choice(n, pc);
  performed(rt.choice);
  struct record *line = record(RECORD_CHOOSE, pc);
  if (line) {
    line->value = rt.choice;
    line->stored = n;
  }
  return rt.choice;
}

EXPORT void ravel_runtime_cut(void) {
  cut_by_assumption(CALLER, FRAME);
}

EXPORT unsigned ravel_runtime_choose(unsigned n) {
  return choose(n, CALLER);
}

EXPORT void ravel_runtime_atomic_begin(void) {
  if (rt.current)
    atomic_block_begin(CALLER, FRAME);
  LEAVE_NOTHING;
}

EXPORT void ravel_runtime_atomic_end(void) {
  if (rt.current)
    atomic_block_end(CALLER);
  LEAVE_NOTHING;
}

/* The other side of include/ravel_actor.h. */
EXPORT void ravel_runtime_get_refused(void) {
  if (rt.current)
    fail(ERROR_UNSUPPORTED, CALLER, FRAME,
         "ravel_get() in a task of an object that is no RAVEL_BLOCKING_OBJECT: make it one, or "
         "await "
         "the future");
}
