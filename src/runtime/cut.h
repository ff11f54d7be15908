/*
 * Executions that are not run to their end. An assumption that fails says that the execution is
 * none: nothing is lost with it. A bound that is met says that there is more than was explored: the
 * verdict is then `incomplete`, and names the option. Either way the thread stops there without an
 * error, and the others run on: their errors are real, as they can come before the assumption is
 * checked. An atomic block in which one fails is undone.
 */
#ifndef RAVEL_RUNTIME_CUT_H
#define RAVEL_RUNTIME_CUT_H

#include "protocol/request.h"

/* The current thread stops here for good; outside an execution these return. */
void cut_by_assumption(uint64_t pc, void *frame);
void cut_by_bound(enum bound bound);

/* There would be more to explore, and the thread goes on without it. */
void bound_met(enum bound bound);

#endif
