/* The interleaving of a recorded execution: its events in the order in which they happened. */
#ifndef RAVEL_REPORT_TEXT_INTERLEAVING_H
#define RAVEL_REPORT_TEXT_INTERLEAVING_H

#include "report/text.h"

void text_interleaving(struct arena *arena, const struct trace *trace,
                       const struct text_options *options, struct buffer *out);

/* The same with a column for each thread. */
void text_columns(struct arena *arena, const struct view *view, const struct text_options *options,
                  struct buffer *out);

/* Events that are not shown, in one line. Returns where they end. */
uint64_t text_folded(const struct view *view, uint64_t first, struct buffer *out);
/* Before an event that preempts a thread. */
void text_preemption(const struct trace *trace, const struct trace_event *event, bool colour,
                     struct buffer *out);

#endif
