/* The steps of a recorded execution in words, for a debugger that runs it (src/gdb). */
#ifndef RAVEL_REPORT_STEPS_H
#define RAVEL_REPORT_STEPS_H

#include "report/trace.h"

/* The event that each step begins with, from the first step on; NULL: one that is not told. */
const struct trace_event **steps_first_events(struct arena *arena, const struct trace *trace);

/* As JSON: the threads' names, what each step begins with, and the error. */
void steps_write(const struct trace *trace, struct buffer *out);

#endif
