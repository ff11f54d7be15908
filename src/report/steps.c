#include "report/steps.h"

#include "report/json.h"
#include "report/text.h"
#include "report/text_synchronisation.h"

static void write_step(struct json_writer *json, struct arena *arena, const struct trace *trace,
                       uint64_t step, const struct trace_event *event) {
  json_open_inline(json, NULL, '{');
  json_number(json, "thread", trace->choices[step - 1].thread);
  json_string(json, "does", event ? event_text(arena, trace, event) : "");
  json_string(json, "at", event && event->at ? place_text(arena, trace, event->at) : "");
  json_close(json, '}');
}

const struct trace_event **steps_first_events(struct arena *arena, const struct trace *trace) {
  const struct trace_event **first =
      arena_alloc(arena, (trace->n_choices + 1) * sizeof(struct trace_event *));
  for (uint64_t i = 0; i < trace->n_events; i++) {
    const struct trace_event *event = &trace->events[i];
    const uint64_t step = event->step;
    if (step && step <= trace->n_choices && !first[step - 1] && event->kind != RECORD_ERROR &&
        event->thread == trace->choices[step - 1].thread)
      first[step - 1] = event;
  }
  return first;
}

static void write_steps(struct json_writer *json, struct arena *arena, const struct trace *trace) {
  const struct trace_event **first = steps_first_events(arena, trace);
  json_open(json, "steps", '[');
  for (uint64_t i = 0; i < trace->n_choices; i++)
    write_step(json, arena, trace, i + 1, first[i]);
  json_close(json, ']');
}

static void write_step_error(struct json_writer *json, struct arena *arena,
                             const struct trace *trace) {
  const struct trace_error *error = &trace->error;
  json_open(json, "error", '{');
  json_string(json, "kind", error->kind);
  json_string(json, "text",
              *error->headline ? error->headline
                               : arena_printf(arena, "%s: %s", error->kind, error->message));
  json_string(json, "at", error->at ? place_text(arena, trace, error->at) : "");
  json_number(json, "nth", error->nth);
  json_bool(json, "shown", error->shown);
  json_open(json, "waits", '[');
  for (uint32_t i = 0; i < error->n_waits; i++) {
    json_open_inline(json, NULL, '{');
    json_number(json, "thread", error->waits[i].thread);
    json_string(json, "waits", wait_text(arena, trace, &error->waits[i]));
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

void steps_write(const struct trace *trace, struct buffer *out) {
  struct json_writer json = {.out = out, .first = true};
  struct arena arena = {0};
  json_open(&json, NULL, '{');
  json_open(&json, "threads", '[');
  for (uint32_t i = 0; i < trace->n_threads; i++)
    json_string(&json, NULL, trace->threads[i].name);
  json_close(&json, ']');
  write_steps(&json, &arena, trace);
  write_step_error(&json, &arena, trace);
  json_close(&json, '}');
  arena_free(&arena);
}
