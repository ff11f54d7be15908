/* A trace file, checked as it is read: whatever it holds, what comes out can be shown and run. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "report/json.h"
#include "report/trace.h"

static const struct json *array(const struct json *object, const char *name) {
  static const struct json empty = {.kind = JSON_ARRAY};
  const struct json *member = json_member(object, name);
  return member && member->kind == JSON_ARRAY ? member : &empty;
}

static void *elements(struct trace *trace, const struct json *from, size_t size) {
  return arena_alloc(&trace->arena, (from->count + 1) * size);
}

static uint32_t location_of(const struct trace *trace, const struct json *object,
                            const char *name) {
  const uint64_t location = json_member_number(object, name);
  return location < trace->n_locations ? (uint32_t)location : 0;
}

static uint32_t number32(const struct json *object, const char *name) {
  return (uint32_t)json_member_number(object, name);
}

static uint32_t name_index(const char *(*name_of)(uint32_t), const char *name) {
  uint32_t i = 0;
  while (name_of(i) && strcmp(name_of(i), name) != 0)
    i++;
  return i;
}

static const char *memory_name(uint32_t i) {
  return rv_memory_model_name((enum rv_memory_model)i);
}

static const char **read_strings(struct trace *trace, const struct json *from, uint32_t *n) {
  const char **strings = elements(trace, from, sizeof *strings);
  for (const struct json *item = from->first; item; item = item->next)
    if (item->kind == JSON_STRING)
      strings[(*n)++] = item->string;
  return strings;
}

static void read_program(struct trace *trace, const struct json *object) {
  struct trace_program *program = &trace->program;
  program->name = json_member_string(object, "name");
  program->directory = json_member_string(object, "directory");
  program->sources = read_strings(trace, array(object, "sources"), &program->n_sources);
  program->binary = json_member_string(object, "binary");
  program->cc = json_member_string(object, "cc");
  program->cflags = json_member_string(object, "cflags");
  program->hash = json_member_string(object, "hash");
  program->args = read_strings(trace, array(object, "args"), &program->n_args);
  program->input = json_member_string(object, "stdin");
  program->environment = read_strings(trace, array(object, "environment"), &program->n_environment);
  const struct json *const check = json_member(object, "check");
  program->check_file = check ? json_member_string(check, "file") : "";
  program->check_line = check ? number32(check, "line") : 0;
  program->check_nth = check ? number32(check, "nth") : 0;
  program->check_name = check ? json_member_string(check, "name") : "";
  program->check_name_nth = check ? number32(check, "name_nth") : 0;
  program->check_before = check ? json_member_string(check, "before") : "";
}

static bool read_request(struct trace *trace, const struct json *object) {
  struct request *request = &trace->request;
  trace->algorithm = json_member_string(object, "algorithm");
  request->races = name_index(races_name, json_member_string(object, "races"));
  request->volatiles = json_member_bool(object, "volatile_orders");
  const uint32_t memory = name_index(memory_name, json_member_string(object, "memory"));
  request->explorer.memory = memory_name(memory) ? memory : RV_MEMORY_SC;
  request->explorer.algorithm =
      strcmp(trace->algorithm, rv_algorithm_name(RV_GRAPH)) == 0 ? RV_GRAPH : RV_OPTIMAL;
  request->reset = name_index(reset_name, json_member_string(object, "reset"));
  request->keep_going = json_member_bool(object, "keep_going");
  request->suppress = json_member_bool(object, "suppress");
  request->step_seconds = number32(object, "step_seconds");
  request->run = number32(object, "run");
  request->timeouts = number32(object, "timeouts");
  request->spurious = number32(object, "spurious");
  request->nondet_low = (int64_t)json_member_number(object, "nondet_low");
  request->nondet_high = (int64_t)json_member_number(object, "nondet_high");
  request->leaks = json_member_bool(object, "leaks");
  request->input = json_member_bool(object, "input");
  request->files = json_member_bool(object, "real_files");
  request->no_heap_checks = json_member_bool(object, "no_heap_checks");
  request->expect_exit = (int32_t)number32(object, "expect_exit") - 1;
  request->explorer.max_steps = json_member_number(object, "max_steps");
  request->explorer.observers = json_member_bool(object, "observers");
  request->void_iterations = json_member_bool(object, "void_iterations");
  request->explorer.livelocks = json_member_bool(object, "livelocks");
  request->explorer.stateful = request->explorer.livelocks;
  request->watch_addr = json_member_number(object, "watch");
  request->watch_size = json_member_number(object, "watch_size");
  return races_name(request->races) && reset_name(request->reset);
}

static void read_locations(struct trace *trace, const struct json *root) {
  const struct json *list = array(root, "locations");
  trace->locations = elements(trace, list, sizeof *trace->locations);
  trace->locations[0] = (struct location){.file = "", .function = "", .text = ""};
  trace->n_locations = 1;
  for (const struct json *item = list->first; item; item = item->next)
    trace->locations[trace->n_locations++] =
        (struct location){.file = json_member_string(item, "file"),
                          .line = number32(item, "line"),
                          .function = json_member_string(item, "function"),
                          .text = json_member_string(item, "text")};
}

static void read_blocks(struct trace *trace, const struct json *root) {
  const struct json *list = array(root, "blocks");
  trace->blocks = elements(trace, list, sizeof *trace->blocks);
  for (const struct json *item = list->first; item; item = item->next)
    trace->blocks[trace->n_blocks++] =
        (struct trace_block){.size = json_member_number(item, "size"),
                             .allocated_at = location_of(trace, item, "allocated_at"),
                             .reached = json_member_string(item, "reached")};
}

static bool read_threads(struct trace *trace, const struct json *root) {
  const struct json *list = array(root, "threads");
  if (list->count == 0 || list->count > SHARED_MAX_THREADS)
    return false;
  trace->threads = elements(trace, list, sizeof *trace->threads);
  for (const struct json *item = list->first; item; item = item->next)
    trace->threads[trace->n_threads++] =
        (struct trace_thread){.parent = number32(item, "parent"),
                              .nth = number32(item, "nth"),
                              .start = json_member_number(item, "start"),
                              .name = json_member_string(item, "name"),
                              .created_at = location_of(trace, item, "created_at"),
                              .present = json_member_bool(item, "present")};
  return true;
}

static bool read_schedule(struct trace *trace, const struct json *root) {
  const struct json *marks = array(root, "marks"), *schedule = array(root, "schedule");
  if (marks->count > RV_MAX_FACTS)
    return false;
  trace->marks = elements(trace, marks, sizeof *trace->marks);
  for (const struct json *item = marks->first; item; item = item->next) {
    if (item->kind != JSON_STRING ||
        sscanf(item->string, "%lx", &trace->marks[trace->n_marks]) != 1)
      return false;
    trace->n_marks++;
  }
  trace->choices = elements(trace, schedule, sizeof *trace->choices);
  for (const struct json *item = schedule->first; item; item = item->next) {
    if (item->kind != JSON_ARRAY || item->count != 2 || item->first->integer >= trace->n_threads)
      return false;
    trace->choices[trace->n_choices++] = (struct shared_choice){
        (uint32_t)item->first->integer, (uint32_t)item->first->next->integer};
  }
  return true;
}

static void read_stack(struct trace *trace, struct trace_stack *stack, const struct json *object) {
  const struct json *list = array(object, "frames");
  stack->side = number32(object, "side") % TRACE_SIDES;
  stack->thread = object ? number32(object, "thread") : RV_NO_THREAD;
  stack->frames = elements(trace, list, sizeof *stack->frames);
  for (const struct json *item = list->first; item; item = item->next)
    stack->frames[stack->n++] = item->integer < trace->n_locations ? (uint32_t)item->integer : 0;
  stack->locks = read_strings(trace, array(object, "locks"), &stack->n_locks);
}

static void read_error(struct trace *trace, const struct json *object) {
  struct trace_error *error = &trace->error;
  error->kind = json_member_string(object, "kind");
  error->message = json_member_string(object, "message");
  error->headline = json_member_string(object, "headline");
  error->order = json_member_string(object, "order");
  error->weak = json_member_bool(object, "needs_weak_memory");
  error->remedies = read_strings(trace, array(object, "passes_with"), &error->n_remedies);
  error->execution = json_member_number(object, "execution");
  error->nth = json_member_number(object, "nth");
  error->at = location_of(trace, object, "at");
  error->object = json_member_string(object, "object");
  error->size = json_member_number(object, "size");
  error->cycle = json_member_number(object, "cycle");
  read_stack(trace, &error->stack, json_member(object, "stack"));
  read_stack(trace, &error->other, json_member(object, "other"));
  read_stack(trace, &error->origin, json_member(object, "origin"));
  const struct json *waits = array(object, "waits");
  error->waits = elements(trace, waits, sizeof *error->waits);
  for (const struct json *item = waits->first; item; item = item->next)
    error->waits[error->n_waits++] =
        (struct trace_wait){.thread = number32(item, "thread"),
                            .kind = number32(item, "kind"),
                            .object = json_member_string(item, "object"),
                            .holder = number32(item, "holder"),
                            .missing = number32(item, "missing"),
                            .tag = (int64_t)json_member_number(item, "tag"),
                            .at = location_of(trace, item, "at"),
                            .held_since = location_of(trace, item, "held_since")};
}

static bool read_events(struct trace *trace, const struct json *root) {
  const struct json *list = array(root, "events");
  trace->events = elements(trace, list, sizeof *trace->events);
  for (const struct json *item = list->first; item; item = item->next) {
    const uint32_t kind = name_index(trace_event_name, json_member_string(item, "kind"));
    if (kind == RECORD_KINDS || number32(item, "thread") >= trace->n_threads)
      return false;
    trace->events[trace->n_events++] = (struct trace_event){
        .kind = (uint8_t)kind,
        .plain = json_member_bool(item, "plain"),
        .preempts = json_member_bool(item, "preempts"),
        .thread = number32(item, "thread"),
        .other = json_member(item, "other") ? number32(item, "other") : RV_NO_THREAD,
        .size = number32(item, "size"),
        .step = json_member_number(item, "step"),
        .object = json_member_string(item, "object"),
        .value = json_member_number(item, "value"),
        .stored = json_member_number(item, "stored"),
        .source = number32(item, "reads_from"),
        .last = number32(item, "last_write"),
        .value_name = json_member_string(item, "value_name"),
        .stored_name = json_member_string(item, "stored_name"),
        .at = location_of(trace, item, "at")};
  }
  return true;
}

static bool read_order(struct trace *trace, const struct json *root) {
  const struct json *list = array(root, "order");
  trace->ordered = json_member(root, "order") != NULL;
  trace->edges = elements(trace, list, sizeof *trace->edges);
  for (const struct json *item = list->first; item; item = item->next) {
    if (item->kind != JSON_ARRAY || item->count != 2)
      return false;
    const struct shared_edge edge = {item->first->integer, item->first->next->integer};
    if (edge.before == 0 || edge.before >= edge.after || edge.after > trace->n_choices + 1)
      return false;
    trace->edges[trace->n_edges++] = edge;
  }
  return true;
}

static const char *read_all(struct trace *trace, const struct json *root) {
  if (!json_member(root, "ravel_trace"))
    return "it is not a trace recorded by ravel";
  if (json_member_number(root, "ravel_trace") != TRACE_VERSION)
    return "it was recorded by another version of ravel";
  trace->ravel = json_member_string(root, "ravel");
  trace->output = json_member_string(root, "output");
  trace->fewest = json_member_bool(root, "fewest_preemptions");
  trace->exit_status = (int32_t)json_member_number(root, "exit_status");
  read_program(trace, json_member(root, "program"));
  if (trace->program.n_sources == 0 && !*trace->program.binary)
    return "it names no program";
  if (!read_request(trace, json_member(root, "options")))
    return "its options are damaged";
  read_locations(trace, root);
  read_blocks(trace, root);
  if (!read_threads(trace, root))
    return "its list of threads is damaged";
  if (!read_schedule(trace, root))
    return "its schedule is damaged";
  read_error(trace, json_member(root, "error"));
  if (!read_events(trace, root))
    return "its list of events is damaged";
  if (!read_order(trace, root))
    return "the order of its steps is damaged";
  return NULL;
}

bool trace_read(struct trace *trace, const char *path, char *why, size_t why_size) {
  struct buffer text = {0};
  bool good = false;
  if (!buffer_read_file(&text, path)) {
    snprintf(why, why_size, "%s", strerror(errno));
  } else {
    const struct json *root =
        json_read(&trace->arena, buffer_text(&text), text.length, why, why_size);
    const char *complaint = root ? read_all(trace, root) : NULL;
    if (complaint)
      snprintf(why, why_size, "%s", complaint);
    good = root && !complaint;
  }
  buffer_free(&text);
  return good;
}
