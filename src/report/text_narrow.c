/*
 * The interleaving in a terminal that is too narrow for a line with all that there is to say. In
 * the list the thread has a line of its own, where it changes. Columns become stairs: each thread
 * begins some columns further to the right, and its texts go on over what is right of it.
 */
#include <stdlib.h>
#include <string.h>

#include "report/fold.h"
#include "report/text_interleaving.h"

enum { LEFT = 6 }; /* where texts begin: right of the step and the mark */

static void put_step(const struct view *view, uint64_t i, struct buffer *out) {
  const struct trace_event *event = &view->trace->events[i];
  const bool begins = i == 0 || !view->shown[i - 1] || event[-1].step != event->step;
  const char mark = view->marks[i] ? '*' : ' ';
  if (event->step && begins)
    buffer_printf(out, "%4llu%c ", (unsigned long long)event->step, mark);
  else
    buffer_printf(out, "    %c ", mark);
}

static void put_thread(const struct trace *trace, uint32_t thread, bool colour,
                       struct buffer *out) {
  buffer_printf(out, "%s%s%s\n", thread_style(colour, thread), trace_thread_name(trace, thread),
                style(colour, STYLE_PLAIN));
}

/* The place is at the right end of the line, or where that is taken, of the next one. */
static void put_place(struct arena *arena, const struct trace *trace, uint32_t at, size_t used,
                      size_t width, struct buffer *out) {
  enum { GAP = 2 };
  const char *place = short_place(arena, trace, at);
  const size_t length = text_width(place, strlen(place));
  if (used + GAP + length > width) {
    buffer_putc(out, '\n');
    used = 0;
  }
  const size_t left = width > length ? width - length : 0;
  buffer_printf(out, "%*s%s", (int)(left > used ? left - used : 0), "", place);
}

static void put_event(struct arena *arena, const struct view *view, uint64_t i, bool colour,
                      size_t width, struct buffer *out) {
  const struct trace *trace = view->trace;
  const struct trace_event *event = &trace->events[i];
  const bool is_error = event->kind == RECORD_ERROR;
  const size_t from = out->length;
  put_step(view, i, out);
  buffer_printf(out, "%s%s%s", is_error ? style(colour, STYLE_BAD) : "",
                event_text(arena, trace, event), is_error ? style(colour, STYLE_PLAIN) : "");
  fold_lines(out, from, (int)width);
  const char *last = strrchr(out->text + from, '\n');
  last = last ? last + 1 : out->text + from;
  if (event->at)
    put_place(arena, trace, event->at, text_width(last, strlen(last)), width, out);
  buffer_putc(out, '\n');
}

void text_narrow_list(struct arena *arena, const struct view *view,
                      const struct text_options *options, struct buffer *out) {
  const struct trace *trace = view->trace;
  uint32_t thread = RV_NO_THREAD;
  for (uint64_t i = 0; i < trace->n_events;) {
    if (!view->shown[i]) {
      i = text_folded(view, i, LEFT, out);
      thread = RV_NO_THREAD;
      continue;
    }
    text_before_event(trace, i, options->colour, LEFT, out);
    if (trace->events[i].thread != thread) {
      thread = trace->events[i].thread;
      put_thread(trace, thread, options->colour, out);
    }
    put_event(arena, view, i++, options->colour, (size_t)options->width, out);
  }
}

/* --- stairs ---------------------------------------------------------------------------------- */

struct stairs {
  const struct view *view;
  uint32_t n;     /* threads of which something is shown */
  uint32_t *rank; /* of each thread: how many of them come before it */
  size_t step;    /* so many columns from one to the next; 0: there are too many */
};

static void stairs_make(struct stairs *stairs, const struct view *view, int width) {
  enum { STEP = 3, ROOM = 20 };
  const struct trace *trace = view->trace;
  *stairs = (struct stairs){.view = view,
                            .rank = must_alloc((trace->n_threads + 1) * sizeof *stairs->rank),
                            .step = STEP};
  for (uint32_t t = 0; t < trace->n_threads; t++)
    stairs->rank[t] = UINT32_MAX;
  for (uint64_t i = 0; i < trace->n_events; i++)
    if (view->shown[i] && stairs->rank[trace->events[i].thread] == UINT32_MAX)
      stairs->rank[trace->events[i].thread] = stairs->n++;
  while (stairs->step && LEFT + ROOM + stairs->step * stairs->n > (size_t)width)
    stairs->step--;
}

/* The threads left of this one. */
static void put_stairs(const struct stairs *stairs, uint32_t rank, struct buffer *out) {
  for (uint32_t c = 0; c < rank; c++)
    buffer_printf(out, "%-*s", (int)stairs->step, ".");
}

static void put_names(const struct stairs *stairs, bool colour, struct buffer *out) {
  const struct trace *trace = stairs->view->trace;
  for (uint32_t rank = 0; rank < stairs->n; rank++)
    for (uint32_t t = 0; t < trace->n_threads; t++)
      if (stairs->rank[t] == rank) {
        buffer_printf(out, "%*s", LEFT, "");
        put_stairs(stairs, rank, out);
        put_thread(trace, t, colour, out);
      }
}

/* A text that does not fit goes on below itself, with the stairs beside it. */
static void put_row(struct arena *arena, const struct stairs *stairs, uint64_t i, bool colour,
                    size_t width, struct buffer *out) {
  const struct trace_event *event = &stairs->view->trace->events[i];
  const uint32_t rank = stairs->rank[event->thread];
  const size_t left = LEFT + rank * stairs->step;
  const char *on =
      event->kind == RECORD_ERROR ? style(colour, STYLE_BAD) : thread_style(colour, event->thread);
  struct buffer text = {0};
  buffer_puts(&text, numbered_text(arena, stairs->view->trace, event));
  fold_lines(&text, 0, (int)(width - left));
  put_step(stairs->view, i, out);
  for (const char *line = text.text; line && *line;) {
    const size_t length = strcspn(line, "\n");
    if (line != text.text)
      buffer_printf(out, "%*s", LEFT, "");
    put_stairs(stairs, rank, out);
    buffer_printf(out, "%s%.*s%s\n", on, (int)length, line, style(colour, STYLE_PLAIN));
    line += length + (line[length] ? 1 : 0);
  }
  buffer_free(&text);
}

void text_staircase(struct arena *arena, const struct view *view,
                    const struct text_options *options, struct buffer *out) {
  const struct trace *trace = view->trace;
  struct stairs stairs;
  stairs_make(&stairs, view, options->width);
  if (!stairs.step) {
    buffer_printf(out, "(a list: %u columns are too few for %s)\n", (unsigned)options->width,
                  counted(stairs.n, "thread"));
    text_narrow_list(arena, view, options, out);
  } else {
    put_names(&stairs, options->colour, out);
  }
  for (uint64_t i = 0; stairs.step && i < trace->n_events;) {
    if (!view->shown[i]) {
      i = text_folded(view, i, LEFT, out);
      continue;
    }
    text_before_event(trace, i, options->colour, LEFT, out);
    put_row(arena, &stairs, i++, options->colour, (size_t)options->width, out);
  }
  free(stairs.rank);
}
