/*
 * Which events of a trace are shown. What the error does not rest on is folded, and where there is
 * not enough room for the others, the middles of long runs of one thread are, before anything else.
 */
#ifndef RAVEL_REPORT_VIEW_H
#define RAVEL_REPORT_VIEW_H

#include "report/trace.h"

struct view_options {
  bool all;            /* fold nothing */
  uint64_t max_events; /* show at most about so many; 0: as many as there are */
  const char *thread;  /* only this thread's: "main", "T1", or its whole name; NULL: all */
  const char *object;  /* only what is done to this object or a part of it; NULL: all */
  uint64_t around;     /* only steps near this one; 0: all */
};

/* What is special about an event. */
enum mark {
  MARK_NONE,
  MARK_RACING,  /* one of the two accesses of a data race */
  MARK_HOLDING, /* acquires what a thread in a deadlock waits for */
};

struct view {
  const struct trace *trace;
  bool *shown;  /* of each event */
  bool *needed; /* of each step: the error rests on it */
  uint8_t *marks;
  uint64_t *begins; /* of each step, the first of its events that is shown */
  uint64_t n_shown;
};

void view_choose(struct view *view, const struct trace *trace, const struct view_options *options);
void view_free(struct view *view);

/* The first event of a step that is shown; n_events: none is. */
uint64_t view_step_event(const struct view *view, uint64_t step);

bool view_is_needed(const struct view *view, const struct trace_event *event);

/* Whether `name` is how a person may call this thread. */
bool thread_is_called(const struct trace *trace, uint32_t thread, const char *name);

#endif
