/* The interleaving of a recorded execution: its events in the order in which they happened. */
#ifndef RAVEL_REPORT_TEXT_INTERLEAVING_H
#define RAVEL_REPORT_TEXT_INTERLEAVING_H

#include "report/text.h"

void text_interleaving(struct arena *arena, const struct trace *trace,
                       const struct text_options *options, struct buffer *out);

/* The same with a column for each thread. */
void text_columns(struct arena *arena, const struct view *view, const struct text_options *options,
                  struct buffer *out);

/* Both where the terminal is too narrow for them (text_narrow.c). */
void text_narrow_list(struct arena *arena, const struct view *view,
                      const struct text_options *options, struct buffer *out);
void text_staircase(struct arena *arena, const struct view *view,
                    const struct text_options *options, struct buffer *out);

/* What an event does, after its line in the source. */
const char *numbered_text(struct arena *arena, const struct trace *trace,
                          const struct trace_event *event);

/* Events that are not shown, in one line; `left` is where texts begin. Returns where they end. */
uint64_t text_folded(const struct view *view, uint64_t first, int left, struct buffer *out);
/* Before an event: that a cycle begins there, or that its thread preempts another one. */
void text_before_event(const struct trace *trace, uint64_t event, bool colour, int left,
                       struct buffer *out);
/* Short: the directory is the same nearly everywhere, and the error above has it in full. */
const char *short_place(struct arena *arena, const struct trace *trace, uint32_t at);

#endif
