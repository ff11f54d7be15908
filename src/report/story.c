#include "report/story.h"

#include <stdlib.h>
#include <string.h>

#include "report/step_order.h"

static bool is_deadlock(const struct trace *trace) {
  return strcmp(trace->error.kind, error_kind_name(ERROR_DEADLOCK)) == 0;
}

/* A deadlock is about what is waited for, and who waits; a join waits for the rest of the story. */
static bool is_about_wait(const struct trace_event *event, const struct trace_wait *wait) {
  return wait->kind != WAIT_JOIN && event->kind != RECORD_ERROR &&
         (event->thread == wait->thread ||
          (*wait->object && strcmp(event->object, wait->object) == 0));
}

static void mark_roots_of_deadlock(const struct trace *trace, bool *needed) {
  for (uint32_t w = 0; w < trace->error.n_waits; w++)
    for (uint64_t i = trace->n_events; i-- > 0;)
      if (trace->events[i].step <= trace->n_choices &&
          is_about_wait(&trace->events[i], &trace->error.waits[w]))
        needed[trace->events[i].step] = true;
}

/* Whether something says what the error rests on: otherwise it may be all there is. */
static bool mark_roots(const struct trace *trace, bool *needed) {
  const uint64_t end = trace->n_choices + 1;
  bool known = false;
  for (uint64_t i = 0; i < trace->n_edges; i++)
    known |= trace->edges[i].after == end;
  needed[end] = known;
  if (known || !is_deadlock(trace) || !trace->ordered)
    return known;
  mark_roots_of_deadlock(trace, needed);
  return true;
}

void story_needed(const struct trace *trace, bool *needed) {
  const uint64_t end = trace->n_choices + 1;
  memset(needed, 0, (end + 1) * sizeof *needed);
  if (!mark_roots(trace, needed)) {
    memset(needed, 1, (end + 1) * sizeof *needed);
    return;
  }
  struct step_order order;
  step_order_find(&order, trace);
  for (uint64_t i = end; i > 0; i--)
    if (needed[i]) {
      needed[order.own[i]] = true;
      for (uint64_t k = order.first[i]; k < order.first[i + 1]; k++)
        needed[order.before[k]] = true;
    }
  needed[0] = true;
  step_order_free(&order);
}
