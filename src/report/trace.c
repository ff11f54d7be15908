#include "report/trace.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *trace_event_name(uint32_t kind) {
  static const char *const names[] = {
      [RECORD_READ] = "read",       [RECORD_WRITE] = "write",
      [RECORD_UPDATE] = "update",   [RECORD_CAS_FAILED] = "cas-failed",
      [RECORD_FENCE] = "fence",     [RECORD_LOCK] = "lock",
      [RECORD_TRYLOCK] = "trylock", [RECORD_UNLOCK] = "unlock",
      [RECORD_CREATE] = "create",   [RECORD_JOIN] = "join",
      [RECORD_END] = "end",         [RECORD_EXIT] = "exit",
      [RECORD_CHOOSE] = "choose",   [RECORD_AWAIT] = "await",
      [RECORD_ERROR] = "error",
  };
  _Static_assert(COUNT(names) == RECORD_KINDS, "every kind of record has a name");
  return kind < RECORD_KINDS ? names[kind] : NULL;
}

const char *error_kind_name(uint32_t kind) {
  static const char *const names[] = ERROR_KIND_NAMES;
  _Static_assert(COUNT(names) == ERROR_KINDS, "every kind of error has a name");
  return kind < ERROR_KINDS ? names[kind] : NULL;
}

const char *races_name(uint32_t races) {
  static const char *const names[] = {"report", "interleave", "ignore"};
  return races < COUNT(names) ? names[races] : NULL;
}

const char *reset_name(uint32_t reset) {
  static const char *const names[] = {"auto", "memory", "fork"};
  return reset < COUNT(names) ? names[reset] : NULL;
}

const char *trace_place(struct arena *arena, const struct trace *trace, uint32_t location) {
  const struct location *place = &trace->locations[location];
  if (location == 0)
    return "an unknown place";
  return place->line ? arena_printf(arena, "%s:%u", place->file, place->line) : place->file;
}

const char *trace_thread_name(const struct trace *trace, uint32_t thread) {
  return thread < trace->n_threads ? trace->threads[thread].name : "nobody";
}

static bool same_place(const struct trace *a, uint32_t at_a, const struct trace *b, uint32_t at_b) {
  const struct location *x = &a->locations[at_a], *y = &b->locations[at_b];
  return x->line == y->line && strcmp(x->file, y->file) == 0;
}

static bool same_event(const struct trace *a, const struct trace_event *x, const struct trace *b,
                       const struct trace_event *y) {
  return x->kind == y->kind && x->plain == y->plain && x->thread == y->thread &&
         x->other == y->other && x->size == y->size && x->step == y->step && x->value == y->value &&
         x->stored == y->stored && strcmp(x->object, y->object) == 0 &&
         same_place(a, x->at, b, y->at);
}

bool trace_differs(const struct trace *before, const struct trace *now, char *how,
                   size_t how_size) {
  struct arena arena = {0};
  bool differs = true;
  uint64_t i = 0;
  while (i < before->n_events && i < now->n_events &&
         same_event(before, &before->events[i], now, &now->events[i]))
    i++;
  if (i < before->n_events && i < now->n_events) {
    const struct trace_event *x = &before->events[i], *y = &now->events[i];
    snprintf(how, how_size, "event %llu was %s %s by %s at %s, and is now %s %s by %s at %s",
             (unsigned long long)i + 1, trace_event_name(x->kind), x->object,
             trace_thread_name(before, x->thread), trace_place(&arena, before, x->at),
             trace_event_name(y->kind), y->object, trace_thread_name(now, y->thread),
             trace_place(&arena, now, y->at));
  } else if (before->n_events != now->n_events) {
    snprintf(how, how_size, "it had %llu events and now has %llu",
             (unsigned long long)before->n_events, (unsigned long long)now->n_events);
  } else if (strcmp(before->error.kind, now->error.kind) != 0) {
    snprintf(how, how_size, "it ended with %s and now ends with %s",
             *before->error.kind ? before->error.kind : "no error",
             *now->error.kind ? now->error.kind : "no error");
  } else if (strcmp(before->error.message, now->error.message) != 0 ||
             !same_place(before, before->error.at, now, now->error.at)) {
    snprintf(how, how_size, "it ended with '%s' at %s and now ends with '%s' at %s",
             before->error.message, trace_place(&arena, before, before->error.at),
             now->error.message, trace_place(&arena, now, now->error.at));
  } else {
    differs = false;
  }
  arena_free(&arena);
  return differs;
}

void trace_free(struct trace *trace) {
  struct arena arena = trace->arena; /* the trace's own arrays are in it */
  arena_free(&arena);
  *trace = (struct trace){0};
}
