/* Pictures of a recorded execution, for papers and slides: what the error needs of it. */
#ifndef RAVEL_REPORT_PICTURE_H
#define RAVEL_REPORT_PICTURE_H

#include "report/trace.h"

/* For Graphviz: a cluster for each thread, and an arrow for happens-before. */
void dot_write(const struct trace *trace, struct buffer *out);

/* Drawn: a lane for each thread, and time going downwards. */
void svg_write(const struct trace *trace, struct buffer *out);

#endif
