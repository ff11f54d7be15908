/* The interleaving of a recorded execution: its events in the order in which they happened. */
#ifndef RAVEL_REPORT_TEXT_INTERLEAVING_H
#define RAVEL_REPORT_TEXT_INTERLEAVING_H

#include "report/text.h"

void text_interleaving(struct arena *arena, const struct trace *trace,
                       const struct text_options *options, struct buffer *out);

#endif
