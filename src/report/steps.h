/* The steps of a recorded execution in words, for a debugger that runs it (src/gdb). */
#ifndef RAVEL_REPORT_STEPS_H
#define RAVEL_REPORT_STEPS_H

#include "report/trace.h"

/* As JSON: the threads' names, what each step begins with, and the error. */
void steps_write(const struct trace *trace, struct buffer *out);

#endif
