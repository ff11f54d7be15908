#include "report/view.h"

#include <stdlib.h>
#include <string.h>

#include "report/story.h"

/* --- what is asked for ----------------------------------------------------------------------- */

bool thread_is_called(const struct trace *trace, uint32_t thread, const char *name) {
  const char *whole = trace_thread_name(trace, thread), *blank = strchr(whole, ' ');
  if (strcmp(whole, name) == 0)
    return true;
  const size_t length = strlen(name);
  return blank && ((size_t)(blank - whole) == length ? strncmp(whole, name, length) == 0
                                                     : strcmp(blank + 1, name) == 0);
}

/* The object itself, or a member or an element of it. */
static bool is_of_object(const char *object, const char *name) {
  const size_t length = strlen(name);
  return length && strncmp(object, name, length) == 0 &&
         (object[length] == 0 || strchr(".[-+", object[length]));
}

static bool is_asked_for(const struct trace *trace, const struct trace_event *event,
                         const struct view_options *options) {
  enum { NEAR = 10 };
  const uint64_t from = options->around > NEAR ? options->around - NEAR : 0;
  return (!options->thread || thread_is_called(trace, event->thread, options->thread)) &&
         (!options->object || is_of_object(event->object, options->object)) &&
         (!options->around || (event->step >= from && event->step <= options->around + NEAR));
}

/* --- causes ---------------------------------------------------------------------------------- */

static bool acquires(const struct trace_event *event) {
  switch ((enum record_kind)event->kind) {
  case RECORD_LOCK:
  case RECORD_RDLOCK:
  case RECORD_WRLOCK:
    return true;
  case RECORD_TRYLOCK:
  case RECORD_TRY_RDLOCK:
  case RECORD_TRY_WRLOCK:
    return event->value == 0;
  default:
    return false;
  }
}

/* The last event of a thread with this object; where there is none, with a part of it or with what
 * it is a part of (of a union, say); NULL: there is none either. */
static struct trace_event *last_access(const struct trace *trace, uint32_t thread,
                                       const char *object) {
  struct trace_event *overlaps = NULL;
  for (uint64_t i = trace->n_events; i-- > 0;) {
    struct trace_event *event = &trace->events[i];
    if (event->thread != thread)
      continue;
    if (strcmp(event->object, object) == 0)
      return event;
    if (!overlaps && (is_of_object(object, event->object) || is_of_object(event->object, object)))
      overlaps = event;
  }
  return overlaps;
}

static void mark_event(struct view *view, const struct trace_event *event, enum mark mark) {
  if (event)
    view->marks[event - view->trace->events] = (uint8_t)mark;
}

static void mark_race(struct view *view) {
  const struct trace *trace = view->trace;
  const struct trace_error *error = &trace->error;
  if (strcmp(error->kind, error_kind_name(ERROR_DATA_RACE)) != 0 || !*error->object)
    return;
  mark_event(view, last_access(trace, error->stack.thread, error->object), MARK_RACING);
  mark_event(view, last_access(trace, error->other.thread, error->object), MARK_RACING);
}

static void mark_waits(struct view *view) {
  const struct trace *trace = view->trace;
  for (uint32_t w = 0; w < trace->error.n_waits; w++) {
    const struct trace_wait *wait = &trace->error.waits[w];
    if (wait->kind == WAIT_JOIN || wait->holder == RV_NO_THREAD || !*wait->object)
      continue;
    for (uint64_t i = trace->n_events; i-- > 0;)
      if (trace->events[i].thread == wait->holder && acquires(&trace->events[i]) &&
          strcmp(trace->events[i].object, wait->object) == 0) {
        mark_event(view, &trace->events[i], MARK_HOLDING);
        break;
      }
  }
}

/* What is never folded: marks, preemptions on both sides, the error. Threads that keep each other
 * going for ever are preempted all the time; that is not what it is about. */
static bool is_cause(const struct view *view, uint64_t i) {
  const struct trace *trace = view->trace;
  if (view->marks[i] || trace->events[i].kind == RECORD_ERROR)
    return true;
  return !trace_is_endless(trace) &&
         (trace->events[i].preempts || (i + 1 < trace->n_events && trace->events[i + 1].preempts));
}

/* --- folding --------------------------------------------------------------------------------- */

bool view_is_needed(const struct view *view, const struct trace_event *event) {
  return event->step > view->trace->n_choices || view->needed[event->step];
}

/* Where the run of one thread ends that begins with this event; what is not shown is skipped. */
static uint64_t run_end(const struct view *view, uint64_t first) {
  const struct trace *trace = view->trace;
  uint64_t i = first;
  while (i < trace->n_events &&
         (!view->shown[i] || trace->events[i].thread == trace->events[first].thread))
    i++;
  return i;
}

/* Shows of each run at most `most` events, from its beginning and from its end, and its causes.
 * Without `apply` it only counts how many events that would be. */
static uint64_t shorten_runs(struct view *view, uint64_t most, bool apply) {
  const uint64_t n = view->trace->n_events;
  uint64_t shown = 0;
  for (uint64_t first = 0, end; first < n; first = end) {
    uint64_t length = 0, at = 0;
    end = run_end(view, first);
    for (uint64_t i = first; i < end; i++)
      length += view->shown[i];
    for (uint64_t i = first; i < end; i++) {
      if (!view->shown[i])
        continue;
      const bool inside = at >= (most + 1) / 2 && at + most / 2 < length;
      at++;
      if (!inside || is_cause(view, i))
        shown++;
      else if (apply)
        view->shown[i] = false;
    }
  }
  return shown;
}

/* The most that can be shown of each run; if that is still too much, the last runs are shown, and
 * all causes. */
static void make_fit(struct view *view, uint64_t room) {
  enum { LEAST = 2 };
  uint64_t most = room;
  while (most > LEAST && shorten_runs(view, most, false) > room)
    most -= most > 20 ? most / 10 : 1;
  uint64_t shown = shorten_runs(view, most, true);
  for (uint64_t i = 0; i < view->trace->n_events && shown > room; i++)
    if (view->shown[i] && !is_cause(view, i)) {
      view->shown[i] = false;
      shown--;
    }
}

/* A line that says that one event is folded takes as much room as the event. */
static void unfold_single(struct view *view) {
  const uint64_t n = view->trace->n_events;
  for (uint64_t i = 0; i < n; i++)
    if (!view->shown[i] && (i == 0 || view->shown[i - 1]) && (i + 1 == n || view->shown[i + 1]))
      view->shown[i] = true;
}

static void find_beginnings(struct view *view) {
  const struct trace *trace = view->trace;
  for (uint64_t i = 0; i < trace->n_choices + 2; i++)
    view->begins[i] = trace->n_events;
  for (uint64_t i = trace->n_events; i-- > 0;)
    if (view->shown[i] && trace->events[i].step <= trace->n_choices)
      view->begins[trace->events[i].step] = i;
}

void view_choose(struct view *view, const struct trace *trace, const struct view_options *options) {
  const uint64_t n = trace->n_events;
  *view = (struct view){.trace = trace,
                        .shown = must_alloc(n + 1),
                        .needed = must_alloc((trace->n_choices + 2) * sizeof(bool)),
                        .marks = must_alloc(n + 1),
                        .begins = must_alloc((trace->n_choices + 2) * sizeof(uint64_t))};
  story_needed(trace, view->needed);
  mark_race(view);
  mark_waits(view);
  const bool filtered = options->thread || options->object || options->around;
  for (uint64_t i = 0; i < n; i++) {
    const struct trace_event *event = &trace->events[i];
    view->shown[i] = filtered ? is_asked_for(trace, event, options)
                              : options->all || view_is_needed(view, event) || is_cause(view, i);
    view->n_shown += view->shown[i];
  }
  if (options->max_events && !options->all && view->n_shown > options->max_events)
    make_fit(view, options->max_events);
  if (!filtered)
    unfold_single(view);
  view->n_shown = 0;
  for (uint64_t i = 0; i < n; i++)
    view->n_shown += view->shown[i];
  find_beginnings(view);
}

uint64_t view_step_event(const struct view *view, uint64_t step) {
  return step <= view->trace->n_choices ? view->begins[step] : view->trace->n_events;
}

void view_free(struct view *view) {
  free(view->shown);
  free(view->needed);
  free(view->marks);
  free(view->begins);
}
