/* Which steps of the execution on the stack come in the same order in every execution that is
 * equivalent to it: a question that a system may ask when the execution has ended. */
#ifndef RAVEL_CORE_ORDERED_STEPS_H
#define RAVEL_CORE_ORDERED_STEPS_H

#include "core/explorer.h"

/* The `nth` step of a thread, from 1. */
struct rv_step_name {
  rv_tid thread;
  uint64_t nth;
};

/* Whether both were made, and the first happens before the second or is the same. */
bool rv_steps_are_ordered(struct rv_explorer *x, struct rv_step_name first,
                          struct rv_step_name second);

#endif
