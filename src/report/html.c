#include "report/html.h"

#include <stdlib.h>
#include <string.h>

#include "report/json.h"
#include "report/text.h"
#include "report/text_synchronisation.h"

/* --- files ----------------------------------------------------------------------------------- */

/* The files that a trace names; 0 stands for none. */
struct files {
  const struct trace *trace;
  uint32_t n;
  const char **names;
  uint32_t *of; /* of each location */
};

static void files_find(struct files *files, const struct trace *trace) {
  *files = (struct files){.trace = trace,
                          .n = 1,
                          .names = must_alloc((trace->n_locations + 1) * sizeof *files->names),
                          .of = must_alloc((trace->n_locations + 1) * sizeof *files->of)};
  files->names[0] = "";
  for (uint32_t i = 1; i < trace->n_locations; i++) {
    const struct location *at = &trace->locations[i];
    uint32_t f = 1;
    if (!at->line)
      continue;
    while (f < files->n && strcmp(files->names[f], at->file) != 0)
      f++;
    files->of[i] = f;
    files->names[f] = at->file;
    files->n += f == files->n;
  }
}

static void files_free(struct files *files) {
  free(files->names);
  free(files->of);
}

/* The source as it is now, if its lines are still what the trace saw there. */
static bool read_source(const struct files *files, uint32_t f, struct buffer *text) {
  struct arena arena = {0};
  const char *name = files->names[f];
  const char *below = arena_printf(&arena, "%s/%s", files->trace->program.directory, name);
  const bool read = (*name != '/' && buffer_read_file(text, below)) || buffer_read_file(text, name);
  arena_free(&arena);
  return read && text->length < 1 << 20 && !memchr(buffer_text(text), 0, text->length);
}

static bool line_is(const char *line, size_t length, const char *text) {
  while (length && (*line == ' ' || *line == '\t')) {
    line++;
    length--;
  }
  return strncmp(line, text, strlen(text)) == 0 && strlen(text) <= length;
}

static bool is_unchanged(const struct files *files, uint32_t f, const char *text) {
  const struct trace *trace = files->trace;
  for (uint32_t i = 1; i < trace->n_locations; i++) {
    const char *line = text;
    for (uint32_t n = 1; files->of[i] == f && n < trace->locations[i].line && line; n++)
      line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
    if (files->of[i] == f &&
        (!line || !line_is(line, strcspn(line, "\n"), trace->locations[i].text)))
      return false;
  }
  return true;
}

static void write_line(struct json_writer *json, struct arena *arena, uint32_t number,
                       const char *text, size_t length) {
  json_string(json, arena_printf(arena, "%u", number),
              arena_printf(arena, "%.*s", (int)length, text));
}

static void write_file(struct json_writer *json, const struct files *files, uint32_t f) {
  const struct trace *trace = files->trace;
  struct buffer text = {0};
  struct arena arena = {0};
  const bool whole =
      f && read_source(files, f, &text) && is_unchanged(files, f, buffer_text(&text));
  json_open(json, NULL, '{');
  json_string(json, "name", files->names[f]);
  json_bool(json, "whole", whole);
  json_open(json, "lines", '{');
  uint32_t number = 0;
  for (const char *line = buffer_text(&text); whole && *line;) {
    const size_t length = strcspn(line, "\n");
    write_line(json, &arena, ++number, line, length);
    line += length + (line[length] != 0);
  }
  for (uint32_t i = 1; i < trace->n_locations && !whole; i++)
    if (files->of[i] == f && f)
      write_line(json, &arena, trace->locations[i].line, trace->locations[i].text,
                 strlen(trace->locations[i].text));
  json_close(json, '}');
  json_close(json, '}');
  arena_free(&arena);
  buffer_free(&text);
}

/* --- events ---------------------------------------------------------------------------------- */

static void write_page_event(struct json_writer *json, struct arena *arena, const struct view *view,
                             const struct files *files, uint64_t i) {
  const struct trace *trace = view->trace;
  const struct trace_event *event = &trace->events[i];
  json_open_inline(json, NULL, '{');
  json_number(json, "s", event->step);
  json_number(json, "t", event->thread);
  json_string(json, "k", trace_event_name(event->kind));
  json_string(json, "x", event_text(arena, trace, event));
  if (*event->object)
    json_string(json, "o", event->object);
  if (files->of[event->at]) {
    json_number(json, "f", files->of[event->at]);
    json_number(json, "l", trace->locations[event->at].line);
  }
  if (event->other != RV_NO_THREAD)
    json_number(json, "d", event->other);
  if (event->preempts && event->step > 1 && event->step <= trace->n_choices) {
    json_bool(json, "p", true);
    json_number(json, "b", trace->choices[event->step - 2].thread);
  }
  if (view->marks[i])
    json_bool(json, "m", true);
  if (!view_is_needed(view, event))
    json_bool(json, "u", true);
  json_close(json, '}');
}

static void write_events(struct json_writer *json, const struct trace *trace,
                         const struct files *files) {
  struct arena arena = {0};
  struct view view;
  view_choose(&view, trace, &(struct view_options){0});
  json_open(json, "events", '[');
  for (uint64_t i = 0; i < trace->n_events; i++) {
    write_page_event(json, &arena, &view, files, i);
    arena_free(&arena);
  }
  json_close(json, ']');
  view_free(&view);
  json_open_inline(json, "order", '[');
  for (uint64_t i = 0; i < trace->n_edges; i++)
    json_pair(json, trace->edges[i].before, trace->edges[i].after);
  json_close(json, ']');
}

/* --- the error and the run ------------------------------------------------------------------- */

static void write_stack(struct json_writer *json, struct arena *arena, const struct trace *trace,
                        const char *title, const struct trace_stack *stack) {
  if (stack->thread == RV_NO_THREAD || stack->n == 0)
    return;
  json_open(json, NULL, '[');
  json_string(json, NULL,
              arena_printf(arena, "%s %s", title, trace_thread_name(trace, stack->thread)));
  json_open(json, NULL, '[');
  for (uint32_t i = 0; i < stack->n; i++)
    json_string(json, NULL,
                arena_printf(arena, "#%u %s at %s", i, trace->locations[stack->frames[i]].function,
                             trace_place(arena, trace, stack->frames[i])));
  for (uint32_t i = 0; i < stack->n_locks; i++)
    json_string(json, NULL, arena_printf(arena, "holding %s", stack->locks[i]));
  json_close(json, ']');
  json_close(json, ']');
}

static void write_waits(struct json_writer *json, struct arena *arena, const struct trace *trace) {
  const struct trace_error *error = &trace->error;
  if (!error->n_waits)
    return;
  json_open(json, NULL, '[');
  json_string(json, NULL, "Who waits for what");
  json_open(json, NULL, '[');
  for (uint32_t i = 0; i < error->n_waits; i++)
    json_string(json, NULL,
                arena_printf(arena, "%s waits at %s %s",
                             trace_thread_name(trace, error->waits[i].thread),
                             place_text(arena, trace, error->waits[i].at),
                             wait_text(arena, trace, &error->waits[i])));
  json_close(json, ']');
  json_close(json, ']');
}

/* What orders the two sides of a data race, or does not. */
static void write_order_of_sides(struct json_writer *json, const struct trace_error *error) {
  if (!*error->order)
    return;
  json_open(json, NULL, '[');
  json_string(json, NULL, "Nothing orders the two");
  json_open(json, NULL, '[');
  json_string(json, NULL, error->order);
  json_close(json, ']');
  json_close(json, ']');
}

/* The kind stands before it. */
static const char *title_of(const struct trace_error *error) {
  static const char begin[] = "data race on ";
  if (strncmp(error->headline, begin, strlen(begin)) == 0)
    return error->headline + strlen(begin);
  return error->message;
}

static void write_page_error(struct json_writer *json, struct arena *arena,
                             const struct trace *trace) {
  const struct trace_error *error = &trace->error;
  json_open(json, "error", '{');
  json_string(json, "kind", error->kind);
  json_string(json, "message", title_of(error));
  json_string(json, "place", error->at ? trace_place(arena, trace, error->at) : "");
  json_string(json, "thread",
              error->stack.thread < trace->n_threads ? trace_thread_name(trace, error->stack.thread)
                                                     : "");
  json_open(json, "details", '[');
  write_waits(json, arena, trace);
  write_order_of_sides(json, error);
  write_stack(json, arena, trace, "Stack of", &error->stack);
  write_stack(json, arena, trace, "The other side:", &error->other);
  write_stack(json, arena, trace, "Where the block comes from:", &error->origin);
  json_close(json, ']');
  json_close(json, '}');
  json_open_inline(json, "waiting", '[');
  for (uint32_t i = 0; i < error->n_waits; i++)
    json_number(json, NULL, error->waits[i].thread);
  json_close(json, ']');
}

static void write_fact(struct json_writer *json, const char *name, const char *value) {
  if (!*value)
    return;
  json_open_inline(json, NULL, '[');
  json_string(json, NULL, name);
  json_string(json, NULL, value);
  json_close(json, ']');
}

static void write_summary(struct json_writer *json, struct arena *arena,
                          const struct trace *trace) {
  struct buffer words = {0};
  json_open(json, "summary", '[');
  write_fact(json, "program", trace->program.name);
  for (uint32_t i = 0; i < trace->program.n_sources; i++)
    buffer_printf(&words, "%s%s", i ? " " : "", trace->program.sources[i]);
  write_fact(json, "sources", buffer_text(&words));
  write_fact(json, "compiler flags", trace->program.cflags);
  write_fact(json, "found in execution",
             arena_printf(arena, "%llu", (unsigned long long)trace->error.execution));
  write_fact(json, "algorithm", trace->algorithm);
  write_fact(json, "plain accesses", races_name(trace->request.races));
  write_fact(json, "Ravel", trace->ravel);
  json_close(json, ']');
  buffer_free(&words);
}

static void write_trace(struct json_writer *json, const struct trace *trace) {
  struct arena arena = {0};
  struct files files;
  files_find(&files, trace);
  json_open(json, NULL, '{');
  json_string(json, "program", trace->program.name);
  json_number(json, "steps", trace->n_choices);
  json_number(json, "switches", trace_switches(trace));
  json_number(json, "preemptions", trace_preemptions(trace));
  json_bool(json, "fewest", trace->fewest);
  json_string(json, "output", trace->output);
  json_open(json, "threads", '[');
  for (uint32_t i = 0; i < trace->n_threads; i++)
    json_string(json, NULL, trace->threads[i].name);
  json_close(json, ']');
  write_page_error(json, &arena, trace);
  write_summary(json, &arena, trace);
  json_open(json, "files", '[');
  for (uint32_t f = 0; f < files.n; f++)
    write_file(json, &files, f);
  json_close(json, ']');
  write_events(json, trace, &files);
  json_close(json, '}');
  files_free(&files);
  arena_free(&arena);
}

/* Inside of a script nothing may look like its end: '<' is in strings alone. */
static void add_data(const struct buffer *data, struct buffer *out) {
  for (const char *at = buffer_text(data); *at;) {
    const size_t length = strcspn(at, "<");
    buffer_add(out, at, length);
    at += length;
    if (*at) {
      buffer_puts(out, "\\u003c");
      at++;
    }
  }
}

void html_write(const struct trace *traces, uint32_t n, const struct buffer *tree,
                struct buffer *out) {
  struct buffer data = {0};
  struct json_writer json = {.out = &data, .first = true};
  json_open(&json, NULL, '[');
  for (uint32_t i = 0; i < n; i++)
    write_trace(&json, &traces[i]);
  json_close(&json, ']');
  for (const char *at = page_html; *at;) {
    const size_t length = strcspn(at, "@");
    buffer_add(out, at, length);
    at += length;
    if (strncmp(at, "@STYLE@", 7) == 0)
      buffer_puts(out, page_css);
    else if (strncmp(at, "@SCRIPT@", 8) == 0)
      buffer_puts(out, page_js);
    else if (strncmp(at, "@TREE@", 6) == 0 && !tree->length)
      buffer_puts(out, "null");
    else if (strncmp(at, "@TREE@", 6) == 0)
      add_data(tree, out);
    else if (*at)
      add_data(&data, out);
    at += *at ? strcspn(at + 1, "@") + 2 : 0;
  }
  buffer_free(&data);
}
