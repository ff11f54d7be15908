#include "report/text_interleaving.h"

#include <string.h>

#include "report/fold.h"

enum { LEFT = 9 }; /* of what follows the step */

struct columns {
  int thread, what, where, text;
};

static void widen(int *width, const char *text, int most) {
  const int length = (int)text_width(text, strlen(text));
  if (length > *width)
    *width = length < most ? length : most;
}

const char *short_place(struct arena *arena, const struct trace *trace, uint32_t at) {
  const char *place = place_text(arena, trace, at), *slash = strrchr(place, '/');
  return slash ? slash + 1 : place;
}

/* What is left of a line beside the step, the thread, what it does and where. */
static int room_left(const struct columns *columns, int width) {
  enum { GAPS = 4 };
  return width - LEFT - columns->thread - columns->what - columns->where - GAPS;
}

/* How much of a source line fits beside the rest: all that is useful, or what a terminal leaves. */
static int room_for_text(const struct columns *columns, int width) {
  enum { WIDEST = 68, LEAST = 16, GAP = 2 };
  const int left = room_left(columns, width) - GAP;
  return width == 0 || left > WIDEST ? WIDEST : left < LEAST ? 0 : left;
}

static void text_source(const char *text, int room, bool colour, struct buffer *out) {
  static const char more[] = " ...";
  const bool fits = (int)text_width(text, strlen(text)) <= room;
  const size_t columns = (size_t)room - (fits ? 0 : strlen(more));
  buffer_printf(out, "  %s%.*s%s%s", style(colour, STYLE_FAINT), (int)text_prefix(text, columns),
                text, fits ? "" : more, style(colour, STYLE_PLAIN));
}

/* One line for each event; the step and the thread are named where they change. */
static void text_event(struct arena *arena, const struct view *view, uint64_t i,
                       const struct columns *columns, bool colour, struct buffer *out) {
  const struct trace *trace = view->trace;
  const struct trace_event *event = &trace->events[i];
  const struct trace_event *before = i > 0 && view->shown[i - 1] ? &trace->events[i - 1] : NULL;
  const char gutter = view->marks[i] ? '*' : ' ';
  const bool new_thread = !before || before->thread != event->thread;
  const bool is_error = event->kind == RECORD_ERROR;
  if (event->step && (!before || before->step != event->step))
    buffer_printf(out, "%7llu%c ", (unsigned long long)event->step, gutter);
  else
    buffer_printf(out, "%7s%c ", "", gutter);
  buffer_puts(out, thread_style(colour, event->thread));
  put_padded(out, new_thread ? trace_thread_name(trace, event->thread) : "", columns->thread);
  buffer_printf(out, "%s  ", style(colour, STYLE_PLAIN));
  const bool placed = event->at != 0;
  buffer_puts(out, is_error ? style(colour, STYLE_BAD) : "");
  put_padded(out, event_text(arena, trace, event), placed ? columns->what : 0);
  buffer_puts(out, is_error ? style(colour, STYLE_PLAIN) : "");
  const char *text = trace->locations[event->at].text;
  const bool has_text = *text && columns->text;
  buffer_puts(out, placed ? "  " : "");
  if (placed)
    put_padded(out, short_place(arena, trace, event->at), has_text ? columns->where : 0);
  if (placed && has_text)
    text_source(text, columns->text, colour, out);
  buffer_putc(out, '\n');
}

static void measure(struct arena *arena, const struct view *view, int width,
                    struct columns *columns) {
  const struct trace *trace = view->trace;
  for (uint64_t i = 0; i < trace->n_events; i++) {
    const struct trace_event *event = &trace->events[i];
    if (!view->shown[i])
      continue;
    widen(&columns->thread, trace_thread_name(trace, event->thread), 24);
    if (event->at == 0)
      continue;
    widen(&columns->what, does_text(arena, trace, event), 48);
    if (width || *trace->locations[event->at].text)
      widen(&columns->where, short_place(arena, trace, event->at), 40);
  }
  columns->text = room_for_text(columns, width);
}

uint64_t text_folded(const struct view *view, uint64_t first, int left, struct buffer *out) {
  const struct trace *trace = view->trace;
  bool one_thread = true, needed = false;
  uint64_t end = first;
  for (; end < trace->n_events && !view->shown[end]; end++) {
    one_thread &= trace->events[end].thread == trace->events[first].thread;
    needed |= view_is_needed(view, &trace->events[end]);
  }
  buffer_printf(out, "%*s  (%s", left - 2, "...", counted(end - first, "event"));
  if (one_thread)
    buffer_printf(out, " of %s", trace_thread_name(trace, trace->events[first].thread));
  buffer_printf(out, "%s)\n", needed ? "" : " that the error does not need");
  return end;
}

static void text_cycle(uint64_t steps, bool colour, int left, struct buffer *out) {
  buffer_printf(out, "%*s%s-- the cycle begins here: after %s the state is this one again --%s\n",
                left, "", style(colour, STYLE_WARN), counted(steps, "step"),
                style(colour, STYLE_PLAIN));
}

static void text_preemption(const struct trace *trace, const struct trace_event *event, bool colour,
                            int left, struct buffer *out) {
  if (event->step < 2 || event->step > trace->n_choices)
    return;
  const uint32_t thread = trace->choices[event->step - 2].thread;
  buffer_printf(out, "%*s%s-- %s is preempted here: it could go on --%s\n", left, "",
                style(colour, STYLE_WARN), trace_thread_name(trace, thread),
                style(colour, STYLE_PLAIN));
}

void text_before_event(const struct trace *trace, uint64_t event, bool colour, int left,
                       struct buffer *out) {
  if (trace_begins_cycle(trace, event))
    text_cycle(trace->error.cycle, colour, left, out);
  if (trace->events[event].preempts)
    text_preemption(trace, &trace->events[event], colour, left, out);
}

static void text_list(struct arena *arena, const struct view *view,
                      const struct text_options *options, struct buffer *out) {
  const struct trace *trace = view->trace;
  struct columns columns = {0};
  measure(arena, view, options->width, &columns);
  if (options->width && room_left(&columns, options->width) < 0) {
    text_narrow_list(arena, view, options, out);
    return;
  }
  for (uint64_t i = 0; i < trace->n_events;) {
    if (!view->shown[i]) {
      i = text_folded(view, i, LEFT, out);
      continue;
    }
    text_before_event(trace, i, options->colour, LEFT, out);
    text_event(arena, view, i++, &columns, options->colour, out);
  }
}

/* --- the heading ----------------------------------------------------------------------------- */

static bool has_mark(const struct view *view, enum mark mark) {
  for (uint64_t i = 0; i < view->trace->n_events; i++)
    if (view->marks[i] == mark)
      return true;
  return false;
}

static void text_heading(const struct view *view, bool colour, struct buffer *out) {
  const struct trace *trace = view->trace;
  const uint64_t switches = trace_switches(trace), preemptions = trace_preemptions(trace);
  const char *needs = trace->fewest ? "needs " : "";
  buffer_printf(out, "\n%sinterleaving%s (%s", style(colour, STYLE_STRONG),
                style(colour, STYLE_PLAIN), counted(trace->n_choices, "step"));
  if (switches)
    buffer_printf(out, ", %s", switches == 1 ? "1 switch" : counted(switches, "switche"));
  if (preemptions)
    buffer_printf(out, "; %s%s, marked", needs, counted(preemptions, "preemption"));
  else if (switches)
    buffer_printf(out, "; %sno preemption", needs);
  if (has_mark(view, MARK_RACING))
    buffer_puts(out, "; * races");
  if (has_mark(view, MARK_HOLDING))
    buffer_puts(out, "; * takes what is waited for");
  buffer_puts(out, ")\n");
}

void text_interleaving(struct arena *arena, const struct trace *trace,
                       const struct text_options *options, struct buffer *out) {
  struct view view;
  view_choose(&view, trace, &options->view);
  text_heading(&view, options->colour, out);
  if (options->columns)
    text_columns(arena, &view, options, out);
  else
    text_list(arena, &view, options, out);
  view_free(&view);
}
