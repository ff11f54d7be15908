#include "report/picture.h"
#include "report/text.h"

/* A string of the language: quotes and backslashes are escaped. */
static void quote(const char *text, struct buffer *out) {
  buffer_putc(out, '"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      buffer_putc(out, '\\');
    buffer_putc(out, *text == '\n' ? ' ' : *text);
  }
  buffer_putc(out, '"');
}

static void write_dot_node(struct arena *arena, const struct view *view, uint64_t i,
                           struct buffer *out) {
  const struct trace_event *event = &view->trace->events[i];
  const uint32_t line = view->trace->locations[event->at].line;
  const char *text = event_text(arena, view->trace, event);
  const bool bad = event->kind == RECORD_ERROR || view->marks[i];
  buffer_printf(out, "    e%llu [label=", (unsigned long long)i + 1);
  quote(line ? arena_printf(arena, "%s :%u", text, line) : text, out);
  buffer_printf(out, "%s%s];\n", bad ? ", color=red" : "", event->preempts ? ", penwidth=2" : "");
}

/* The events of one thread, in its order. */
static void write_thread(struct arena *arena, const struct view *view, uint32_t thread,
                         struct buffer *out) {
  const struct trace *trace = view->trace;
  uint64_t before = 0;
  buffer_printf(out, "  subgraph cluster_%u {\n    label=", thread);
  quote(trace_thread_name(trace, thread), out);
  buffer_puts(out, ";\n");
  for (uint64_t i = 0; i < trace->n_events; i++) {
    if (!view->shown[i] || trace->events[i].thread != thread)
      continue;
    write_dot_node(arena, view, i, out);
    if (before)
      buffer_printf(out, "    e%llu -> e%llu;\n", (unsigned long long)before,
                    (unsigned long long)i + 1);
    before = i + 1;
  }
  buffer_puts(out, "  }\n");
}

static bool has_events(const struct view *view, uint32_t thread) {
  for (uint64_t i = 0; i < view->trace->n_events; i++)
    if (view->shown[i] && view->trace->events[i].thread == thread)
      return true;
  return false;
}

void dot_write(const struct trace *trace, struct buffer *out) {
  struct arena arena = {0};
  struct view view;
  view_choose(&view, trace, &(struct view_options){0});
  buffer_puts(out, "digraph trace {\n  node [shape=box, fontname=monospace, fontsize=10];\n");
  for (uint32_t t = 0; t < trace->n_threads; t++)
    if (has_events(&view, t))
      write_thread(&arena, &view, t, out);
  for (uint64_t i = 0; i < trace->n_edges; i++) {
    const uint64_t from = view_step_event(&view, trace->edges[i].before);
    const uint64_t to = view_step_event(&view, trace->edges[i].after);
    if (from < trace->n_events && to < trace->n_events)
      buffer_printf(out, "  e%llu -> e%llu [style=dashed];\n", (unsigned long long)from + 1,
                    (unsigned long long)to + 1);
  }
  buffer_puts(out, "}\n");
  view_free(&view);
  arena_free(&arena);
}
