/*
 * The result as SARIF 2.1.0: one run. Kinds of errors are its rules, errors its results, and the
 * interleaving of an error is a code flow. That has one thread flow with all threads in the order
 * in which things happened, since viewers show one thread flow, if any.
 */
#include "report/sarif.h"

#include <ctype.h>
#include <string.h>

#include "report/json.h"
#include "report/source_path.h"
#include "report/text.h"
#include "report/text_synchronisation.h"

#define SARIF_SCHEMA                                                                               \
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

enum { SARIF_MAX_EVENTS = 500 };

struct sarif {
  struct json_writer json;
  struct arena arena;
  const struct result *result;
};

static void sarif_message(struct sarif *sarif, const char *name, const char *text) {
  json_open_inline(&sarif->json, name, '{');
  json_string(&sarif->json, "text", text);
  json_close(&sarif->json, '}');
}

/* --- places ---------------------------------------------------------------------------------- */

/* A path as a URI: relative ones stay relative. */
static const char *uri_of(struct arena *arena, const char *path, bool directory) {
  struct buffer uri = {0};
  const size_t length = strlen(path);
  if (*path == '/')
    buffer_puts(&uri, "file://");
  for (const unsigned char *at = (const unsigned char *)path; *at; at++)
    if ((*at < 0x80 && isalnum(*at)) || strchr("/-._~", *at))
      buffer_putc(&uri, (char)*at);
    else
      buffer_printf(&uri, "%%%02X", *at);
  if (directory && (length == 0 || path[length - 1] != '/'))
    buffer_putc(&uri, '/');
  const char *text = arena_string(arena, buffer_text(&uri));
  buffer_free(&uri);
  return text;
}

static void sarif_physical(struct sarif *sarif, const struct location *place) {
  struct json_writer *json = &sarif->json;
  const char *path = source_path(&sarif->arena, sarif->result, place->file);
  if (!*path)
    return;
  json_open_inline(json, "physicalLocation", '{');
  json_open(json, "artifactLocation", '{');
  json_string(json, "uri", uri_of(&sarif->arena, path, false));
  if (*path != '/')
    json_string(json, "uriBaseId", "SRCROOT");
  json_close(json, '}');
  if (place->line) {
    json_open(json, "region", '{');
    json_number(json, "startLine", place->line);
    json_close(json, '}');
  }
  json_close(json, '}');
}

/* A location, with a number unless that is 0, and a message unless that is NULL. */
static void sarif_location(struct sarif *sarif, const char *name, const struct location *place,
                           uint32_t id, const char *message) {
  struct json_writer *json = &sarif->json;
  json_open(json, name, '{');
  if (id)
    json_number(json, "id", id);
  sarif_physical(sarif, place);
  if (*place->function) {
    json_open_inline(json, "logicalLocations", '[');
    json_open(json, NULL, '{');
    json_string(json, "fullyQualifiedName", place->function);
    json_string(json, "kind", "function");
    json_close(json, '}');
    json_close(json, ']');
  }
  if (message)
    sarif_message(sarif, "message", message);
  json_close(json, '}');
}

/* --- an error -------------------------------------------------------------------------------- */

static bool has_side(const struct trace_stack *stack) {
  return stack->thread != RV_NO_THREAD && stack->n > 0;
}

static const char *side_text(struct arena *arena, const struct trace *trace,
                             const struct trace_stack *stack) {
  static const char *const titles[TRACE_SIDES] = {
      [SIDE_RACING] = "the other side", [SIDE_ALLOCATED] = "allocated", [SIDE_FREED] = "freed",
      [SIDE_LOCKED] = "locked",         [SIDE_DESTROYED] = "destroyed",
  };
  return arena_printf(arena, "%s, thread %s", titles[stack->side],
                      trace_thread_name(trace, stack->thread));
}

/* The innermost place of a side whose line is known. */
static const struct location *side_place(const struct trace *trace,
                                         const struct trace_stack *stack) {
  for (uint32_t i = 0; i < stack->n; i++)
    if (trace->locations[stack->frames[i]].line)
      return &trace->locations[stack->frames[i]];
  return &trace->locations[stack->n ? stack->frames[0] : 0];
}

/* The other side of a race, where a block was allocated and freed, and where threads wait. */
static void sarif_related(struct sarif *sarif, const struct trace *trace) {
  const struct trace_error *error = &trace->error;
  const struct trace_stack *sides[] = {&error->other, &error->origin};
  uint32_t id = 0;
  json_open(&sarif->json, "relatedLocations", '[');
  for (uint32_t i = 0; i < 2; i++)
    if (has_side(sides[i]))
      sarif_location(sarif, NULL, side_place(trace, sides[i]), ++id,
                     side_text(&sarif->arena, trace, sides[i]));
  for (uint32_t i = 0; i < error->n_waits; i++) {
    const struct trace_wait *wait = &error->waits[i];
    const char *name = trace_thread_name(trace, wait->thread);
    const char *what = wait_text(&sarif->arena, trace, wait);
    sarif_location(sarif, NULL, &trace->locations[wait->at], ++id,
                   arena_printf(&sarif->arena, "%s waits %s", name, what));
  }
  json_close(&sarif->json, ']');
}

static void sarif_stack(struct sarif *sarif, const struct trace *trace,
                        const struct trace_stack *stack, const char *title) {
  struct json_writer *json = &sarif->json;
  if (!has_side(stack))
    return;
  json_open(json, NULL, '{');
  sarif_message(sarif, "message", title);
  json_open(json, "frames", '[');
  for (uint32_t i = 0; i < stack->n; i++) {
    json_open(json, NULL, '{');
    sarif_location(sarif, "location", &trace->locations[stack->frames[i]], 0, NULL);
    json_number(json, "threadId", stack->thread);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

static void sarif_stacks(struct sarif *sarif, const struct trace *trace) {
  const struct trace_error *error = &trace->error;
  const char *name = trace_thread_name(trace, error->stack.thread);
  json_open(&sarif->json, "stacks", '[');
  sarif_stack(sarif, trace, &error->stack, arena_printf(&sarif->arena, "thread %s", name));
  sarif_stack(sarif, trace, &error->other, side_text(&sarif->arena, trace, &error->other));
  sarif_stack(sarif, trace, &error->origin, side_text(&sarif->arena, trace, &error->origin));
  json_close(&sarif->json, ']');
}

static void sarif_step(struct sarif *sarif, const struct view *view, uint64_t i) {
  struct json_writer *json = &sarif->json;
  const struct trace *trace = view->trace;
  const struct trace_event *event = &trace->events[i];
  const bool essential = view->marks[i] != MARK_NONE || event->kind == RECORD_ERROR;
  const char *name = trace_thread_name(trace, event->thread);
  const char *what = event_text(&sarif->arena, trace, event);
  json_open(json, NULL, '{');
  sarif_location(sarif, "location", &trace->locations[event->at], 0,
                 arena_printf(&sarif->arena, "%s: %s%s", name, what,
                              event->preempts ? " (preempts the thread before it)" : ""));
  json_number(json, "executionOrder", i + 1);
  json_string(json, "importance", essential ? "essential" : "important");
  json_close(json, '}');
}

static void sarif_thread_flow(struct sarif *sarif, const struct view *view) {
  struct json_writer *json = &sarif->json;
  json_open(json, NULL, '{');
  json_string(json, "id", "interleaving");
  json_open(json, "locations", '[');
  for (uint64_t i = 0; i < view->trace->n_events; i++)
    if (view->shown[i])
      sarif_step(sarif, view, i);
  json_close(json, ']');
  json_close(json, '}');
}

static void sarif_flows(struct sarif *sarif, const struct trace *trace) {
  struct json_writer *json = &sarif->json;
  const struct view_options options = {.max_events = SARIF_MAX_EVENTS};
  struct view view;
  view_choose(&view, trace, &options);
  json_open(json, "codeFlows", '[');
  if (view.n_shown) { /* a flow has at least one location */
    json_open(json, NULL, '{');
    sarif_message(sarif, "message", "the interleaving that leads to the error");
    json_open(json, "threadFlows", '[');
    sarif_thread_flow(sarif, &view);
    json_close(json, ']');
    json_close(json, '}');
  }
  json_close(json, ']');
  view_free(&view);
}

/* --- results --------------------------------------------------------------------------------- */

static uint64_t hash_text(uint64_t sum, const char *text) { /* FNV-1a, with the NUL */
  do
    sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
  while (*text++);
  return sum;
}

static uint64_t hash_place(const struct sarif *sarif, struct arena *arena,
                           const struct location *place) {
  const uint64_t sum =
      hash_text(UINT64_C(0xcbf29ce484222325), source_path(arena, sarif->result, place->file));
  return hash_text(hash_text(sum, place->function), place->text);
}

/* Of all that stays when lines move: the kind, and the text of the lines on both sides, whichever
 * of them came first. */
static uint64_t fingerprint(const struct sarif *sarif, const struct result_error *error) {
  const struct trace *trace = error->told;
  const uint64_t kind = hash_text(UINT64_C(0xcbf29ce484222325), error->kind);
  struct arena arena = {0};
  if (!trace)
    return hash_text(kind, error->message);
  uint64_t sum = kind + hash_place(sarif, &arena, &trace->locations[trace->error.at]);
  if (has_side(&trace->error.other))
    sum += hash_place(sarif, &arena, side_place(trace, &trace->error.other));
  for (uint32_t i = 0; i < trace->error.n_waits; i++)
    sum += hash_place(sarif, &arena, &trace->locations[trace->error.waits[i].at]);
  arena_free(&arena);
  return sum;
}

static void sarif_fingerprint(struct sarif *sarif, const struct result_error *errors, uint32_t i) {
  const uint64_t own = fingerprint(sarif, &errors[i]);
  uint32_t nth = 1;
  for (uint32_t k = 0; k < i; k++)
    nth += fingerprint(sarif, &errors[k]) == own;
  json_open_inline(&sarif->json, "partialFingerprints", '{');
  json_string(&sarif->json, "ravelError/v1",
              arena_printf(&sarif->arena, "%016llx:%u", (unsigned long long)own, nth));
  json_close(&sarif->json, '}');
}

static void sarif_properties(struct sarif *sarif, const struct result_error *error) {
  struct json_writer *json = &sarif->json;
  json_open_inline(json, "properties", '{');
  json_string(json, "thread", error->thread);
  if (error->told && *error->told->error.object)
    json_string(json, "variable", error->told->error.object);
  json_number(json, "execution", error->execution);
  if (error->trace)
    json_string(json, "trace", error->trace);
  json_close(json, '}');
}

static const char *level_of(const char *kind) {
  return error_kind_is_of_program(kind) ? "error" : "note";
}

/* Viewers leave out what is suppressed. */
static void sarif_baseline(struct sarif *sarif, bool known) {
  if (!sarif->result->baseline)
    return;
  json_string(&sarif->json, "baselineState", known ? "unchanged" : "new");
  if (!known)
    return;
  json_open_inline(&sarif->json, "suppressions", '[');
  json_open(&sarif->json, NULL, '{');
  json_string(&sarif->json, "kind", "external");
  json_string(&sarif->json, "justification", "it is in the baseline");
  json_close(&sarif->json, '}');
  json_close(&sarif->json, ']');
}

static void sarif_result(struct sarif *sarif, const struct result_error *errors, uint32_t i) {
  struct json_writer *json = &sarif->json;
  const struct result_error *error = &errors[i];
  const struct trace *trace = error->told;
  json_open(json, NULL, '{');
  json_string(json, "ruleId", error->kind);
  json_number(json, "ruleIndex", error_kind_number(error->kind));
  json_string(json, "level", level_of(error->kind));
  sarif_message(sarif, "message", *error->message ? error->message : error->kind);
  json_open(json, "locations", '[');
  if (trace && trace->error.at)
    sarif_location(sarif, NULL, &trace->locations[trace->error.at], 0, NULL);
  json_close(json, ']');
  if (trace) {
    sarif_related(sarif, trace);
    sarif_stacks(sarif, trace);
    sarif_flows(sarif, trace);
  }
  sarif_fingerprint(sarif, errors, i);
  sarif_baseline(sarif, errors == sarif->result->known);
  sarif_properties(sarif, error);
  json_close(json, '}');
}

/* --- the run --------------------------------------------------------------------------------- */

static void sarif_rule(struct sarif *sarif, const struct result_kind *kind) {
  struct json_writer *json = &sarif->json;
  char *sentence = arena_string(&sarif->arena, kind->meaning);
  sentence[strcspn(sentence, ".:;")] = 0;
  json_open(json, NULL, '{');
  json_string(json, "id", kind->name);
  sarif_message(sarif, "shortDescription", sentence);
  sarif_message(sarif, "fullDescription", kind->meaning);
  sarif_message(sarif, "help", kind->advice);
  json_open_inline(json, "defaultConfiguration", '{');
  json_string(json, "level", level_of(kind->name));
  json_close(json, '}');
  json_close(json, '}');
}

static void sarif_tool(struct sarif *sarif) {
  struct json_writer *json = &sarif->json;
  json_open(json, "tool", '{');
  json_open(json, "driver", '{');
  json_string(json, "name", "Ravel");
  json_string(json, "version", RAVEL_VERSION);
  json_open(json, "rules", '[');
  for (uint32_t i = 0; i < ERROR_KINDS; i++)
    sarif_rule(sarif, &sarif->result->kinds[i]);
  json_close(json, ']');
  json_close(json, '}');
  json_close(json, '}');
}

static void sarif_notification(struct sarif *sarif, const char *level, const char *text) {
  json_open(&sarif->json, NULL, '{');
  json_string(&sarif->json, "level", level);
  sarif_message(sarif, "message", text);
  json_close(&sarif->json, '}');
}

/* A run that is not complete is no success: its reader would take it for a pass. */
static void sarif_invocation(struct sarif *sarif) {
  struct json_writer *json = &sarif->json;
  const struct result *result = sarif->result;
  const char *why = result_shortfall(result, &sarif->arena);
  json_open(json, "invocations", '[');
  json_open(json, NULL, '{');
  json_bool(json, "executionSuccessful", !why);
  json_open_inline(json, "arguments", '[');
  json_string(json, NULL, "check");
  for (uint32_t i = 0; i < result->n_words; i++)
    json_string(json, NULL, result->words[i]);
  json_close(json, ']');
  if (*result->directory) {
    json_open_inline(json, "workingDirectory", '{');
    json_string(json, "uri", uri_of(&sarif->arena, result->directory, true));
    json_close(json, '}');
  }
  json_open(json, "toolExecutionNotifications", '[');
  if (why)
    sarif_notification(sarif, result->failure ? "error" : "warning", why);
  for (uint32_t i = 0; i < result->n_warnings; i++)
    sarif_notification(sarif, "warning", result->warnings[i]);
  for (uint32_t i = 0; i < result->n_notes; i++)
    sarif_notification(sarif, "note", result->notes[i]);
  for (uint32_t i = 0; i < result->n_not_covered; i++)
    sarif_notification(sarif, "note",
                       arena_printf(&sarif->arena, "not covered: %s", result->not_covered[i]));
  json_close(json, ']');
  json_close(json, '}');
  json_close(json, ']');
}

static void sarif_root(struct sarif *sarif) {
  if (!*sarif->result->root)
    return;
  json_open_inline(&sarif->json, "originalUriBaseIds", '{');
  json_open(&sarif->json, "SRCROOT", '{');
  json_string(&sarif->json, "uri", uri_of(&sarif->arena, sarif->result->root, true));
  json_close(&sarif->json, '}');
  json_close(&sarif->json, '}');
}

static void sarif_all_results(struct sarif *sarif) {
  const struct result *result = sarif->result;
  for (uint32_t i = 0; i < result->n_errors; i++)
    sarif_result(sarif, result->errors, i);
  for (uint32_t i = 0; i < result->n_known; i++)
    sarif_result(sarif, result->known, i);
}

void result_sarif_results(const struct result *result, struct buffer *out) {
  struct sarif sarif = {.json = {.out = out, .first = true, .depth = 4}, .result = result};
  sarif_all_results(&sarif);
  arena_free(&sarif.arena);
}

void result_sarif_with(const struct result *result, const struct buffer *more, struct buffer *out) {
  struct sarif sarif = {.json = {.out = out, .first = true}, .result = result};
  struct json_writer *json = &sarif.json;
  json_open(json, NULL, '{');
  json_string(json, "$schema", SARIF_SCHEMA);
  json_string(json, "version", "2.1.0");
  json_open(json, "runs", '[');
  json_open(json, NULL, '{');
  sarif_tool(&sarif);
  sarif_invocation(&sarif);
  sarif_root(&sarif);
  json_open(json, "results", '[');
  sarif_all_results(&sarif);
  if (more && more->length) {
    buffer_puts(out, buffer_text(more));
    json->first = false;
  }
  json_close(json, ']');
  json_close(json, '}');
  json_close(json, ']');
  json_close(json, '}');
  arena_free(&sarif.arena);
}

void result_sarif(const struct result *result, struct buffer *out) {
  result_sarif_with(result, NULL, out);
}
