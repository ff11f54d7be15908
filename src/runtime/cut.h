/*
 * Executions that are not run to their end. After a failed assumption the execution does not count:
 * nothing is lost with it. A bound cuts an execution that exists: the verdict is then `incomplete`
 * and names the option. In both cases the thread stops there without an error and the others run
 * on. Their errors are real, since they can happen before the assumption is checked. An atomic
 * block in which an assumption fails is undone.
 */
#ifndef RAVEL_RUNTIME_CUT_H
#define RAVEL_RUNTIME_CUT_H

#include "protocol/request.h"

/* The current thread stops here for good; outside an execution these return. */
void cut_by_assumption(uint64_t pc, void *frame);
void cut_by_bound(enum bound bound);

/* There is more to explore than will be explored; the thread continues. */
void bound_met(enum bound bound);

#endif
