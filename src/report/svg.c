#include <stdlib.h>

#include "report/picture.h"
#include "report/text.h"

enum { ROW = 20, TOP = 34, GUTTER = 40, CHARACTER = 7 };

/* Where things are: a column for each thread that is shown, a row for each event. */
struct layout {
  const struct view *view;
  uint32_t *left; /* of each thread; 0: it is not shown */
  uint64_t *row;  /* of each event */
  uint32_t width;
  uint64_t rows;
};

static const char *const colours[] = {"#455a64", "#1565c0", "#ad1457", "#2e7d32",
                                      "#6a1b9a", "#ef6c00", "#00838f", "#795548"};

static const char *colour_of(uint32_t thread) {
  return colours[thread % (sizeof colours / sizeof *colours)];
}

static const char *label_of(struct arena *arena, const struct trace *trace,
                            const struct trace_event *event) {
  const uint32_t line = trace->locations[event->at].line;
  const char *text = event_text(arena, trace, event);
  return line ? arena_printf(arena, "%s :%u", text, line) : text;
}

static uint32_t characters(const char *text) {
  uint32_t n = 0;
  for (; *text; text++)
    n += ((unsigned char)*text & 0xc0) != 0x80;
  return n;
}

static void layout_make(struct layout *layout, struct arena *arena, const struct view *view) {
  const struct trace *trace = view->trace;
  uint32_t *widest = must_alloc((trace->n_threads + 1) * sizeof *widest);
  *layout = (struct layout){.view = view,
                            .left = must_alloc((trace->n_threads + 1) * sizeof *layout->left),
                            .row = must_alloc((trace->n_events + 1) * sizeof *layout->row)};
  for (uint64_t i = 0; i < trace->n_events; i++) {
    const struct trace_event *event = &trace->events[i];
    layout->row[i] = layout->rows;
    if (!view->shown[i])
      continue;
    layout->rows++;
    const uint32_t label = characters(label_of(arena, trace, event));
    const uint32_t name = characters(trace_thread_name(trace, event->thread));
    const uint32_t wide = label > name ? label : name;
    widest[event->thread] = wide > widest[event->thread] ? wide : widest[event->thread];
  }
  layout->width = GUTTER;
  for (uint32_t t = 0; t < trace->n_threads; t++)
    if (widest[t]) {
      layout->left[t] = layout->width;
      layout->width += widest[t] * CHARACTER + 30;
    }
  free(widest);
}

static void layout_free(struct layout *layout) {
  free(layout->left);
  free(layout->row);
}

static unsigned long long y_of(const struct layout *layout, uint64_t event) {
  return TOP + layout->row[event] * ROW + ROW / 2;
}

static void write_text(unsigned long long x, unsigned long long y, const char *more,
                       const char *text, struct buffer *out) {
  buffer_printf(out, "<text x=\"%llu\" y=\"%llu\" %s>", x, y, more);
  for (; *text; text++)
    if (*text == '<' || *text == '&')
      buffer_puts(out, *text == '<' ? "&lt;" : "&amp;");
    else
      buffer_putc(out, *text);
  buffer_puts(out, "</text>\n");
}

static void write_lanes(const struct layout *layout, struct buffer *out) {
  const struct trace *trace = layout->view->trace;
  for (uint32_t t = 0; t < trace->n_threads; t++) {
    struct arena arena = {0};
    if (!layout->left[t])
      continue;
    write_text(layout->left[t], TOP - 14,
               arena_printf(&arena, "font-weight=\"bold\" fill=\"%s\"", colour_of(t)),
               trace_thread_name(trace, t), out);
    buffer_printf(
        out, "<line x1=\"%u\" x2=\"%u\" y1=\"%d\" y2=\"%llu\" stroke=\"%s\" opacity=\".3\"/>\n",
        layout->left[t] + 4, layout->left[t] + 4, TOP,
        (unsigned long long)(TOP + layout->rows * ROW), colour_of(t));
    arena_free(&arena);
  }
}

static void draw_event(struct arena *arena, const struct layout *layout, uint64_t i,
                       struct buffer *out) {
  const struct trace *trace = layout->view->trace;
  const struct trace_event *event = &trace->events[i];
  const bool bad = event->kind == RECORD_ERROR || layout->view->marks[i];
  const char *colour = bad ? "#c62828" : colour_of(event->thread);
  const unsigned long long y = y_of(layout, i);
  if (event->preempts)
    buffer_printf(out,
                  "<line x1=\"0\" x2=\"%u\" y1=\"%llu\" y2=\"%llu\" stroke=\"#b26a00\" "
                  "stroke-dasharray=\"5 4\"/>\n",
                  layout->width, y - ROW / 2, y - ROW / 2);
  if (event->step && (i == 0 || event[-1].step != event->step))
    write_text(GUTTER - 12, y + 4, "text-anchor=\"end\" fill=\"#60666d\"",
               arena_printf(arena, "%llu", (unsigned long long)event->step), out);
  buffer_printf(out, "<circle cx=\"%u\" cy=\"%llu\" r=\"%d\" fill=\"%s\"/>\n",
                layout->left[event->thread] + 4, y, bad ? 5 : 3, colour);
  write_text(layout->left[event->thread] + 14, y + 4, arena_printf(arena, "fill=\"%s\"", colour),
             label_of(arena, trace, event), out);
}

static void write_arrows(const struct layout *layout, struct buffer *out) {
  const struct trace *trace = layout->view->trace;
  for (uint64_t i = 0; i < trace->n_edges; i++) {
    const uint64_t from = view_step_event(layout->view, trace->edges[i].before);
    const uint64_t to = view_step_event(layout->view, trace->edges[i].after);
    if (from >= trace->n_events || to >= trace->n_events)
      continue;
    const unsigned x = layout->left[trace->events[from].thread] + 4;
    const unsigned there = layout->left[trace->events[to].thread] + 4;
    const unsigned long long y = y_of(layout, from), below = y_of(layout, to);
    buffer_printf(out,
                  "<path d=\"M%u %llu C%u %llu %u %llu %u %llu\" fill=\"none\" stroke=\"#90969d\" "
                  "marker-end=\"url(#tip)\"/>\n",
                  x, y, x, y + ROW, there, below - ROW, there, below - 4);
  }
}

void svg_write(const struct trace *trace, struct buffer *out) {
  struct arena arena = {0};
  struct view view;
  struct layout layout;
  view_choose(&view, trace, &(struct view_options){0});
  layout_make(&layout, &arena, &view);
  buffer_printf(
      out,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%llu\" "
      "font-family=\"monospace\" font-size=\"11.5\">\n"
      "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"7\" "
      "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 Z\" "
      "fill=\"#90969d\"/></marker></defs>\n",
      layout.width, (unsigned long long)(TOP + (layout.rows + 1) * ROW));
  write_lanes(&layout, out);
  write_arrows(&layout, out);
  for (uint64_t i = 0; i < trace->n_events; i++)
    if (view.shown[i])
      draw_event(&arena, &layout, i, out);
  buffer_puts(out, "</svg>\n");
  layout_free(&layout);
  view_free(&view);
  arena_free(&arena);
}
