/* What a report of a data race says beyond any other error's: which variable, what each side does
 * there and which locks it holds, and why nothing orders them. */
#ifndef RAVEL_REPORT_RACE_H
#define RAVEL_REPORT_RACE_H

#include "report/naming.h"

/* Fills in headline, locks and order of trace->error, whose stacks and object are known. The first
 * `n` records are those of the execution up to the error. */
void race_describe(struct naming *naming, const struct shared_error *error,
                   const struct record *records, uint64_t n);

#endif
