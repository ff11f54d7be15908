/* From what the recording worker left in the shared memory to a trace. */
#ifndef RAVEL_REPORT_COLLECT_H
#define RAVEL_REPORT_COLLECT_H

#include "report/trace.h"

/* Fills in the error, threads, locations, blocks and events; trace->program.directory is set.
 * `image` is what was kept of the program's memory, or NULL; `program` is a path under which the
 * binary can be read now; `error` may be NULL. */
void trace_collect(struct trace *trace, const struct shared *shared, const struct record *records,
                   const void *image, const struct shared_error *error, const char *program);

#endif
