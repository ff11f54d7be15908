#include "report/tree.h"

#include <stdio.h>
#include <string.h>

#include "report/collect.h"
#include "report/json.h"
#include "report/text.h"

#define TREE_MARK "ravel exploration tree"

struct drawing {
  const struct shared_tree *tree;
  const struct shared *shared;
  struct trace trace; /* a story made of the steps of all executions, for their names */
  uint32_t n;
  struct json_writer json;
};

static uint32_t at_most(uint32_t number, uint32_t most) {
  return number < most ? number : most;
}

static const char *ending_name(const struct shared_node *node) {
  static const char *const names[] = {
      [RV_RUNNING] = "complete", [RV_COMPLETE] = "complete", [RV_BLOCKED] = "blocked",
      [RV_BOUNDED] = "cut",      [RV_ASSUMED] = "assumed",   [RV_PRUNED] = "pruned",
      [RV_VOID] = "void"};
  return node->ending < sizeof names / sizeof *names ? names[node->ending] : "complete";
}

static void write_end(struct drawing *drawing, const struct shared_node *node) {
  struct json_writer *json = &drawing->json;
  const uint32_t error = node->error - 1u;
  json_number(json, "execution", node->execution);
  json_string(json, "end", ending_name(node));
  if (!node->error)
    return;
  const bool known = error < at_most(drawing->shared->n_errors, SHARED_MAX_ERRORS);
  const struct shared_error *from = known ? &drawing->shared->errors[error] : NULL;
  struct buffer message = {0};
  if (known)
    buffer_add(&message, from->message, strnlen(from->message, sizeof from->message));
  json_string(json, "error",
              known && error_kind_name(from->kind) ? error_kind_name(from->kind) : "error");
  json_string(json, "message", buffer_text(&message));
  buffer_free(&message);
}

/* A node names others that came before it. */
static void write_tree_node(struct drawing *drawing, uint32_t number) {
  struct json_writer *json = &drawing->json;
  const struct shared_node *node = &drawing->tree->nodes[number];
  const struct trace *trace = &drawing->trace;
  struct arena arena = {0};
  json_open_inline(json, NULL, '{');
  if (number) {
    json_number(json, "parent", at_most(node->parent, number - 1));
    json_number(json, "thread", node->thread < trace->n_threads ? node->thread : 0);
    const struct trace_event *event =
        node->record && node->record <= trace->n_events ? &trace->events[node->record - 1] : NULL;
    json_string(json, "does", event ? event_text(&arena, trace, event) : "makes a step");
    if (event && event->at)
      json_string(json, "at", trace_place(&arena, trace, event->at));
    if (event && event->at && *trace->locations[event->at].text)
      json_string(json, "line", trace->locations[event->at].text);
  }
  if (node->index && node->first < number) {
    json_number(json, "first", node->first);
    if (node->second && node->second < number)
      json_number(json, "second", node->second);
    json_number(json, "late", node->late);
    json_number(json, "index", node->index);
  }
  if (node->execution)
    write_end(drawing, node);
  json_close(json, '}');
  arena_free(&arena);
}

static void write_head(struct drawing *drawing, const struct trace_program *program) {
  const struct shared *shared = drawing->shared;
  struct json_writer *json = &drawing->json;
  json_string(json, "kind", TREE_MARK);
  json_string(json, "ravel", RAVEL_VERSION);
  json_string(json, "program", program->name);
  json_string(json, "algorithm", rv_search_name(&shared->request.explorer));
  json_bool(json, "whole", !drawing->tree->full);
  json_number(json, "drawn", drawing->tree->n_executions);
  json_number(json, "executions", shared->stats.executions);
  json_number(json, "blocked", shared->stats.blocked);
  json_number(json, "void", shared->stats.void_);
  json_number(json, "conflicts", shared->stats.races);
  json_number(json, "reversed", shared->stats.reversed);
  json_open(json, "threads", '[');
  for (uint32_t i = 0; i < drawing->trace.n_threads; i++)
    json_string(json, NULL, drawing->trace.threads[i].name);
  json_close(json, ']');
}

void tree_write(const struct shared_tree *tree, const struct shared *shared,
                const struct record *records, const void *image,
                const struct trace_program *program, const char *path, struct buffer *out) {
  struct drawing drawing = {.tree = tree,
                            .shared = shared,
                            .n = at_most(tree->n_nodes, TREE_MAX_NODES),
                            .json = {.out = out, .first = true}};
  drawing.trace.program = *program;
  trace_collect(&drawing.trace, shared, records, image, NULL, path);
  json_open(&drawing.json, NULL, '{');
  write_head(&drawing, program);
  json_open(&drawing.json, "nodes", '[');
  for (uint32_t i = 0; i < drawing.n; i++)
    write_tree_node(&drawing, i);
  json_close(&drawing.json, ']');
  json_close(&drawing.json, '}');
  trace_free(&drawing.trace);
}

/* Whatever the file holds, the page can draw it: every node comes after those that it names. */
static bool nodes_are_good(const struct json *nodes, uint64_t n_threads) {
  uint64_t number = 0;
  for (const struct json *node = nodes->first; node; node = node->next, number++) {
    const uint64_t first = json_member_number(node, "first");
    const bool named = json_member_number(node, "parent") < number && first < number &&
                       json_member_number(node, "second") < number &&
                       json_member_number(node, "thread") < n_threads;
    if (node->kind != JSON_OBJECT || (number && !named))
      return false;
    if (json_member_number(node, "index") && !first)
      return false;
  }
  return number > 0;
}

bool tree_read(const char *path, struct buffer *text, char *why, size_t why_size) {
  struct arena arena = {0};
  const bool read = buffer_read_file(text, path);
  const struct json *file =
      read ? json_read(&arena, buffer_text(text), text->length, why, why_size) : NULL;
  const bool is_tree =
      file && strcmp(json_member_string(file, "kind"), TREE_MARK) == 0; /* or a trace */
  const struct json *nodes = is_tree ? json_member(file, "nodes") : NULL;
  const struct json *threads = is_tree ? json_member(file, "threads") : NULL;
  *why = 0;
  if (is_tree && !(nodes && nodes->kind == JSON_ARRAY && threads && threads->kind == JSON_ARRAY &&
                   nodes_are_good(nodes, threads->count)))
    snprintf(why, why_size, "its nodes do not make a tree");
  arena_free(&arena);
  return is_tree;
}
