/* The loops in which an execution without end goes round: which threads, where, and what they do.
 */
#ifndef RAVEL_REPORT_TEXT_LOOPS_H
#define RAVEL_REPORT_TEXT_LOOPS_H

#include "report/trace.h"

/* Nothing if no thread goes round a loop at the end. */
void text_loops(struct arena *arena, const struct trace *trace, struct buffer *out);

#endif
