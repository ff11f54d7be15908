/* Which store a read has read from, under a weak memory model. */
#ifndef RAVEL_REPORT_READS_FROM_H
#define RAVEL_REPORT_READS_FROM_H

#include "report/trace.h"

/* What is to be said behind the event: of a read that has not read the last store, and of a store
 * that comes before others in the modification order; under tso and pso when a store reaches memory
 * that others have not read while it was in the buffer, and that its own thread reads it there.
 * Empty: nothing. */
const char *reads_from_text(struct arena *arena, const struct trace *trace,
                            const struct trace_event *event);

#endif
