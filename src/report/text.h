/* A recorded execution for people: what happened, and the interleaving that led there. */
#ifndef RAVEL_REPORT_TEXT_H
#define RAVEL_REPORT_TEXT_H

#include "report/trace.h"
#include "report/view.h"

enum style { STYLE_PLAIN, STYLE_BAD, STYLE_GOOD, STYLE_WARN, STYLE_STRONG, STYLE_FAINT };

/* Escape sequences for a terminal, or nothing when `colour` is false. */
const char *style(bool colour, enum style style);

/* The colour of a thread. */
const char *thread_style(bool colour, uint32_t thread);

/* 1234567 as "1,234,567". The result is in one of four static buffers. */
const char *grouped(uint64_t number);
/* "1 event", "1,234 events". The result is in one of four static buffers. */
const char *counted(uint64_t number, const char *noun);

/* About how many events of an execution are shown where a file with all of them is at hand. */
enum { TEXT_MAX_EVENTS = 60 };

struct text_options {
  bool colour;
  bool columns; /* one for each thread, instead of a list */
  int width;    /* of the terminal, in columns; 0: it is none */
  struct view_options view;
  const char *trace_path; /* where the trace is stored, for the commands; NULL: don't say */
};

/* One event as a clause: "reads x = 1"; and with what is to be said of where the value is from. */
const char *does_text(struct arena *arena, const struct trace *trace,
                      const struct trace_event *event);
const char *event_text(struct arena *arena, const struct trace *trace,
                       const struct trace_event *event);

/* What an event stores: a name, if there is one, or a number. */
const char *stored_text(struct arena *arena, const struct trace_event *event);

/* "file:line"; where there is no line, what is known is the function, and where that is. */
const char *place_text(struct arena *arena, const struct trace *trace, uint32_t at);

void trace_text(const struct trace *trace, const struct text_options *options, struct buffer *out);

#endif
