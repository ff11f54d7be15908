/* The interleaving with a column for each thread, and time going downwards. */
#include <stdlib.h>
#include <string.h>

#include "report/fold.h"
#include "report/text_interleaving.h"

enum { NARROWEST = 18, WIDEST = 44, STEP = 9, NO_TERMINAL = 100 };

struct table {
  const struct view *view;
  uint32_t n;             /* columns */
  uint32_t *threads;      /* of each column */
  uint32_t *columns;      /* of each thread; UINT32_MAX: it has none */
  uint64_t *first, *last; /* of each column, among the events that are shown */
  int width;              /* of a column, with the gap after it */
  bool fits;              /* all columns beside each other */
};

static void table_make(struct table *table, const struct view *view, int width) {
  const struct trace *trace = view->trace;
  *table = (struct table){.view = view,
                          .threads = must_alloc((trace->n_threads + 1) * sizeof(uint32_t)),
                          .columns = must_alloc((trace->n_threads + 1) * sizeof(uint32_t)),
                          .first = must_alloc((trace->n_threads + 1) * sizeof(uint64_t)),
                          .last = must_alloc((trace->n_threads + 1) * sizeof(uint64_t))};
  for (uint32_t t = 0; t < trace->n_threads; t++)
    table->columns[t] = UINT32_MAX;
  for (uint64_t i = 0; i < trace->n_events; i++) {
    uint32_t *column = &table->columns[trace->events[i].thread];
    if (!view->shown[i])
      continue;
    if (*column == UINT32_MAX) {
      *column = table->n++;
      table->threads[*column] = trace->events[i].thread;
      table->first[*column] = i;
    }
    table->last[*column] = i;
  }
  const int room = ((width ? width : NO_TERMINAL) - STEP) / (int)(table->n ? table->n : 1);
  table->fits = !width || room >= NARROWEST;
  table->width = room < NARROWEST ? NARROWEST : room > WIDEST ? WIDEST : room;
}

static void table_free(struct table *table) {
  free(table->threads);
  free(table->columns);
  free(table->first);
  free(table->last);
}

/* A text in a column; what does not fit ends with two dots. */
static void text_cell(const struct table *table, const char *text, const char *on, const char *off,
                      struct buffer *out) {
  const int room = table->width - 2, length = (int)text_width(text, strlen(text));
  const int end = length <= room ? length : room - 2;
  buffer_printf(out, "%s%.*s%s%s%*s", *text ? on : "", (int)text_prefix(text, (size_t)end), text,
                end < length ? ".." : "", *text ? off : "",
                table->width - end - (end < length ? 2 : 0), "");
}

/* Blanks at the end of a line say nothing. */
static void end_line(struct buffer *out) {
  while (out->length && out->text[out->length - 1] == ' ')
    out->length--;
  buffer_putc(out, '\n');
}

static void text_names(const struct table *table, bool colour, struct buffer *out) {
  buffer_printf(out, "%*s", STEP, "");
  for (uint32_t c = 0; c < table->n; c++)
    text_cell(table, trace_thread_name(table->view->trace, table->threads[c]),
              thread_style(colour, table->threads[c]), style(colour, STYLE_PLAIN), out);
  end_line(out);
}

const char *numbered_text(struct arena *arena, const struct trace *trace,
                          const struct trace_event *event) {
  const uint32_t line = trace->locations[event->at].line;
  const char *text = event_text(arena, trace, event);
  return line ? arena_printf(arena, "%u: %s", line, text) : text;
}

static void text_row(struct arena *arena, const struct table *table, uint64_t i, bool colour,
                     struct buffer *out) {
  const struct view *view = table->view;
  const struct trace_event *event = &view->trace->events[i];
  const bool bad = event->kind == RECORD_ERROR, begins = i == 0 || event[-1].step != event->step;
  if (event->step && begins)
    buffer_printf(out, "%7llu%c ", (unsigned long long)event->step, view->marks[i] ? '*' : ' ');
  else
    buffer_printf(out, "%7s%c ", "", view->marks[i] ? '*' : ' ');
  for (uint32_t c = 0; c < table->n; c++) {
    const uint32_t thread = table->threads[c];
    const char *on = bad ? style(colour, STYLE_BAD) : thread_style(colour, thread);
    if (thread == event->thread)
      text_cell(table, numbered_text(arena, view->trace, event), on, style(colour, STYLE_PLAIN),
                out);
    else
      text_cell(table, i > table->first[c] && i < table->last[c] ? "." : "",
                style(colour, STYLE_FAINT), style(colour, STYLE_PLAIN), out);
  }
  end_line(out);
}

void text_columns(struct arena *arena, const struct view *view, const struct text_options *options,
                  struct buffer *out) {
  const struct trace *trace = view->trace;
  struct table table;
  table_make(&table, view, options->width);
  if (!table.fits) {
    text_staircase(arena, view, options, out);
    table_free(&table);
    return;
  }
  text_names(&table, options->colour, out);
  for (uint64_t i = 0; i < trace->n_events;) {
    if (!view->shown[i]) {
      i = text_folded(view, i, STEP, out);
      continue;
    }
    text_before_event(trace, i, options->colour, STEP, out);
    text_row(arena, &table, i++, options->colour, out);
  }
  table_free(&table);
}
