/* A trace as JSON. The order of members follows struct trace; trace_read.c is the other way. */
#include "report/json.h"
#include "report/trace.h"

static void write_strings(struct json_writer *json, const char *name, const char *const *strings,
                          uint32_t n) {
  json_open_inline(json, name, '[');
  for (uint32_t i = 0; i < n; i++)
    json_string(json, NULL, strings[i]);
  json_close(json, ']');
}

static void write_program(struct json_writer *json, const struct trace_program *program) {
  json_open(json, "program", '{');
  json_string(json, "name", program->name);
  json_string(json, "directory", program->directory);
  write_strings(json, "sources", program->sources, program->n_sources);
  json_string(json, "binary", program->binary);
  json_string(json, "cc", program->cc);
  json_string(json, "cflags", program->cflags);
  json_string(json, "hash", program->hash);
  write_strings(json, "args", program->args, program->n_args);
  if (program->input && *program->input)
    json_string(json, "stdin", program->input);
  if (program->n_environment)
    write_strings(json, "environment", program->environment, program->n_environment);
  if (program->check_file && *program->check_file) {
    json_open_inline(json, "check", '{');
    json_string(json, "file", program->check_file);
    json_number(json, "line", program->check_line);
    json_number(json, "nth", program->check_nth);
    json_string(json, "name", program->check_name);
    json_number(json, "name_nth", program->check_name_nth);
    json_string(json, "before", program->check_before);
    json_close(json, '}');
  }
  json_close(json, '}');
}

static void write_request(struct json_writer *json, const struct trace *trace) {
  const struct request *request = &trace->request;
  json_open_inline(json, "options", '{');
  json_string(json, "algorithm", trace->algorithm);
  json_string(json, "races", races_name(request->races));
  json_bool(json, "volatile_orders", request->volatiles);
  json_string(json, "memory", rv_memory_model_name((enum rv_memory_model)request->explorer.memory));
  json_string(json, "reset", reset_name(request->reset));
  json_bool(json, "keep_going", request->keep_going);
  json_bool(json, "suppress", request->suppress); /* which errors are different ones */
  json_number(json, "step_seconds", request->step_seconds);
  json_number(json, "run", request->run);
  json_number(json, "timeouts", request->timeouts);
  json_number(json, "spurious", request->spurious);
  json_address(json, "nondet_low", (uint64_t)request->nondet_low);
  json_address(json, "nondet_high", (uint64_t)request->nondet_high);
  json_bool(json, "input", request->input);
  json_bool(json, "leaks", request->leaks);
  json_bool(json, "no_heap_checks", request->no_heap_checks);
  json_bool(json, "real_files", request->files == FILES_REAL);
  json_number(json, "expect_exit", (uint64_t)(request->expect_exit + 1));
  json_number(json, "max_steps", request->explorer.max_steps);
  json_bool(json, "observers", request->explorer.observers); /* it decides which turns are void */
  json_bool(json, "void_iterations", request->void_iterations);
  json_bool(json, "livelocks", request->explorer.livelocks);
  json_address(json, "watch", request->watch_addr);
  json_number(json, "watch_size", request->watch_size);
  json_close(json, '}');
}

static void write_stack(struct json_writer *json, const char *name,
                        const struct trace_stack *stack) {
  json_open_inline(json, name, '{');
  json_number(json, "side", stack->side);
  json_number(json, "thread", stack->thread);
  json_open_inline(json, "frames", '[');
  for (uint32_t i = 0; i < stack->n; i++)
    json_number(json, NULL, stack->frames[i]);
  json_close(json, ']');
  write_strings(json, "locks", stack->locks, stack->n_locks);
  json_close(json, '}');
}

static void write_error(struct json_writer *json, const struct trace_error *error) {
  json_open(json, "error", '{');
  json_string(json, "kind", error->kind);
  json_string(json, "message", error->message);
  json_string(json, "headline", error->headline);
  json_string(json, "order", error->order);
  if (error->weak)
    json_bool(json, "needs_weak_memory", true);
  if (error->n_remedies)
    write_strings(json, "passes_with", error->remedies, error->n_remedies);
  json_number(json, "execution", error->execution);
  json_number(json, "nth", error->nth);
  json_number(json, "at", error->at);
  json_string(json, "object", error->object);
  json_number(json, "size", error->size);
  if (error->cycle)
    json_number(json, "cycle", error->cycle);
  write_stack(json, "stack", &error->stack);
  write_stack(json, "other", &error->other);
  write_stack(json, "origin", &error->origin);
  json_open(json, "waits", '[');
  for (uint32_t i = 0; i < error->n_waits; i++) {
    const struct trace_wait *wait = &error->waits[i];
    json_open_inline(json, NULL, '{');
    json_number(json, "thread", wait->thread);
    json_number(json, "kind", wait->kind);
    json_string(json, "object", wait->object);
    json_number(json, "holder", wait->holder);
    json_number(json, "at", wait->at);
    json_number(json, "missing", wait->missing);
    json_number(json, "tag", (uint64_t)wait->tag);
    json_number(json, "held_since", wait->held_since);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

static void write_threads(struct json_writer *json, const struct trace *trace) {
  json_open(json, "threads", '[');
  for (uint32_t i = 0; i < trace->n_threads; i++) {
    const struct trace_thread *thread = &trace->threads[i];
    json_open_inline(json, NULL, '{');
    json_number(json, "parent", thread->parent);
    json_number(json, "nth", thread->nth);
    json_address(json, "start", thread->start);
    json_string(json, "name", thread->name);
    json_number(json, "created_at", thread->created_at);
    json_bool(json, "present", thread->present);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_schedule(struct json_writer *json, const struct trace *trace) {
  json_open_inline(json, "marks", '[');
  for (uint32_t i = 0; i < trace->n_marks; i++)
    json_address(json, NULL, trace->marks[i]);
  json_close(json, ']');
  json_open_inline(json, "schedule", '[');
  for (uint64_t i = 0; i < trace->n_choices; i++)
    json_pair(json, trace->choices[i].thread, trace->choices[i].choice);
  json_close(json, ']');
}

static void write_locations(struct json_writer *json, const struct trace *trace) {
  json_open(json, "locations", '[');
  for (uint32_t i = 1; i < trace->n_locations; i++) {
    const struct location *location = &trace->locations[i];
    json_open_inline(json, NULL, '{');
    json_string(json, "file", location->file);
    json_number(json, "line", location->line);
    json_string(json, "function", location->function);
    json_string(json, "text", location->text);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_open(json, "blocks", '[');
  for (uint32_t i = 0; i < trace->n_blocks; i++) {
    json_open_inline(json, NULL, '{');
    json_number(json, "size", trace->blocks[i].size);
    json_number(json, "allocated_at", trace->blocks[i].allocated_at);
    json_string(json, "reached", trace->blocks[i].reached);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_event(struct json_writer *json, const struct trace_event *event) {
  json_open_inline(json, NULL, '{');
  json_number(json, "step", event->step);
  json_number(json, "thread", event->thread);
  json_string(json, "kind", trace_event_name(event->kind));
  if (event->plain)
    json_bool(json, "plain", true);
  if (event->preempts)
    json_bool(json, "preempts", true);
  if (event->other != RV_NO_THREAD)
    json_number(json, "other", event->other);
  if (*event->object)
    json_string(json, "object", event->object);
  if (event->size)
    json_number(json, "size", event->size);
  if (event->value)
    json_number(json, "value", event->value);
  if (event->stored)
    json_number(json, "stored", event->stored);
  if (event->source)
    json_number(json, "reads_from", event->source);
  if (event->last)
    json_number(json, "last_write", event->last);
  if (*event->value_name)
    json_string(json, "value_name", event->value_name);
  if (*event->stored_name)
    json_string(json, "stored_name", event->stored_name);
  json_number(json, "at", event->at);
  json_close(json, '}');
}

static void write_order(struct json_writer *json, const struct trace *trace) {
  if (!trace->ordered)
    return;
  json_open_inline(json, "order", '[');
  for (uint64_t i = 0; i < trace->n_edges; i++)
    json_pair(json, trace->edges[i].before, trace->edges[i].after);
  json_close(json, ']');
}

void trace_write(const struct trace *trace, struct buffer *out) {
  struct json_writer json = {.out = out, .first = true};
  json_open(&json, NULL, '{');
  json_number(&json, "ravel_trace", TRACE_VERSION);
  json_string(&json, "ravel", trace->ravel);
  write_program(&json, &trace->program);
  write_request(&json, trace);
  write_error(&json, &trace->error);
  json_number(&json, "exit_status", (uint8_t)trace->exit_status);
  write_threads(&json, trace);
  write_schedule(&json, trace);
  write_locations(&json, trace);
  json_open(&json, "events", '[');
  for (uint64_t i = 0; i < trace->n_events; i++)
    write_event(&json, &trace->events[i]);
  json_close(&json, ']');
  write_order(&json, trace);
  json_bool(&json, "fewest_preemptions", trace->fewest);
  json_string(&json, "output", trace->output);
  json_close(&json, '}');
}
