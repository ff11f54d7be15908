#include "report/error_json.h"

#include "report/text_synchronisation.h"
#include "report/trace.h"

static void write_frames(struct json_writer *json, const char *name, const struct trace *trace,
                         const struct trace_stack *stack) {
  if (stack->thread == RV_NO_THREAD || stack->n == 0)
    return;
  json_open(json, name, '[');
  for (uint32_t i = 0; i < stack->n; i++) {
    const struct location *frame = &trace->locations[stack->frames[i]];
    json_open_inline(json, NULL, '{');
    json_string(json, "function", frame->function);
    json_string(json, "file", frame->file);
    json_number(json, "line", frame->line);
    json_close(json, '}');
  }
  json_close(json, ']');
}

/* Of a deadlock every thread that can't go on is a side. */
static void write_waits(struct json_writer *json, struct arena *arena, const struct trace *trace) {
  const struct trace_error *error = &trace->error;
  if (error->n_waits == 0)
    return;
  json_open(json, "waits", '[');
  for (uint32_t i = 0; i < error->n_waits; i++) {
    const struct trace_wait *wait = &error->waits[i];
    json_open_inline(json, NULL, '{');
    json_string(json, "thread", trace_thread_name(trace, wait->thread));
    json_string(json, "location", wait->at ? trace_place(arena, trace, wait->at) : "");
    json_string(json, "waits", wait_text(arena, trace, wait));
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_known(struct json_writer *json, const struct trace *trace) {
  static const char *const names[TRACE_SIDES] = {[SIDE_RACING] = "racing",
                                                 [SIDE_ALLOCATED] = "allocated",
                                                 [SIDE_FREED] = "freed",
                                                 [SIDE_LOCKED] = "locked",
                                                 [SIDE_DESTROYED] = "destroyed"};
  const struct trace_error *error = &trace->error;
  struct arena arena = {0};
  if (*error->object)
    json_string(json, "variable", error->object);
  write_frames(json, "stack", trace, &error->stack);
  if (error->other.n && error->other.thread != RV_NO_THREAD) {
    json_string(json, "other_thread", trace_thread_name(trace, error->other.thread));
    json_string(json, "other_side", names[error->other.side]);
    write_frames(json, "other_stack", trace, &error->other);
  }
  if (*error->order)
    json_string(json, "order", error->order);
  write_frames(json, "allocation_stack", trace, &error->origin);
  write_waits(json, &arena, trace);
  if (trace->request.explorer.memory != RV_MEMORY_SC)
    json_bool(json, "needs_weak_memory", error->weak);
  if (error->n_remedies) {
    json_open_inline(json, "passes_with", '[');
    for (uint32_t i = 0; i < error->n_remedies; i++)
      json_string(json, NULL, error->remedies[i]);
    json_close(json, ']');
  }
  arena_free(&arena);
}

void errors_json(const struct result *result, struct json_writer *json) {
  json_open(json, "errors", '[');
  for (uint32_t i = 0; i < result->n_errors; i++) {
    const struct result_error *error = &result->errors[i];
    json_open(json, NULL, '{');
    json_string(json, "kind", error->kind);
    json_string(json, "message", error->message);
    json_string(json, "location", error->location);
    json_string(json, "thread", error->thread);
    json_number(json, "execution", error->execution);
    json_string(json, "trace", error->trace);
    if (error->told)
      write_known(json, error->told);
    json_close(json, '}');
  }
  json_close(json, ']');
}
