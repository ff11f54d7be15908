/* Two recordings: are they the same, and do they show the same error? */
#include <stdio.h>
#include <string.h>

#include "report/lines.h"
#include "report/text.h"

static bool same_place(const struct trace *a, uint32_t at_a, const struct trace *b, uint32_t at_b) {
  const struct location *x = &a->locations[at_a], *y = &b->locations[at_b];
  return x->line == y->line && strcmp(x->file, y->file) == 0;
}

/* A pointer is known by what it points to: its value may be another one in another process. */
static bool same_value(uint64_t x, const char *x_name, uint64_t y, const char *y_name) {
  return *x_name || *y_name ? strcmp(x_name, y_name) == 0 : x == y;
}

static bool same_event(const struct trace *a, const struct trace_event *x, const struct trace *b,
                       const struct trace_event *y) {
  return x->kind == y->kind && x->plain == y->plain && x->thread == y->thread &&
         x->other == y->other && x->size == y->size && x->step == y->step &&
         same_value(x->value, x->value_name, y->value, y->value_name) &&
         same_value(x->stored, x->stored_name, y->stored, y->stored_name) &&
         strcmp(x->object, y->object) == 0 &&
         (same_place(a, x->at, b, y->at) || (x->kind == RECORD_ERROR && trace_is_endless(a)));
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
    snprintf(how, how_size, "event %llu was '%s %s' at %s, and is now '%s %s' at %s",
             (unsigned long long)i + 1, trace_thread_name(before, x->thread),
             event_text(&arena, before, x), trace_place(&arena, before, x->at),
             trace_thread_name(now, y->thread), event_text(&arena, now, y),
             trace_place(&arena, now, y->at));
  } else if (before->n_events != now->n_events) {
    snprintf(how, how_size, "it had %llu events and now has %llu",
             (unsigned long long)before->n_events, (unsigned long long)now->n_events);
  } else if (strcmp(before->error.kind, now->error.kind) != 0) {
    snprintf(how, how_size, "it ended with %s and now ends with %s",
             *before->error.kind ? before->error.kind : "no error",
             *now->error.kind ? now->error.kind : "no error");
  } else if (strcmp(before->error.message, now->error.message) != 0 ||
             (!same_place(before, before->error.at, now, now->error.at) &&
              !trace_is_endless(before))) {
    snprintf(how, how_size, "it ended with '%s' at %s and now ends with '%s' at %s",
             before->error.message, trace_place(&arena, before, before->error.at),
             now->error.message, trace_place(&arena, now, now->error.at));
  } else {
    differs = false;
  }
  arena_free(&arena);
  return differs;
}

/* The innermost line of the program's own sources on a side. */
static const struct location *line_of(const struct trace *trace, const struct trace_stack *stack) {
  for (uint32_t i = 0; i < stack->n; i++)
    if (!file_of_the_system(trace->locations[stack->frames[i]].file))
      return &trace->locations[stack->frames[i]];
  return &trace->locations[0];
}

static bool same_line(const struct location *a, const struct location *b) {
  return a->line && a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* Two data races on the same memory between the same two lines are one defect: `n += 1` reads and
 * writes, and each may come first. */
static bool same_race(const struct trace *a, const struct trace *b) {
  const char *race = error_kind_name(ERROR_DATA_RACE);
  if (strcmp(a->error.kind, race) != 0 || strcmp(b->error.kind, race) != 0 ||
      strcmp(a->error.object, b->error.object) != 0)
    return false;
  const struct location *here = line_of(a, &a->error.stack), *there = line_of(a, &a->error.other);
  const struct location *one = line_of(b, &b->error.stack), *other = line_of(b, &b->error.other);
  return (same_line(here, one) && same_line(there, other)) ||
         (same_line(here, other) && same_line(there, one));
}

bool trace_same_error(const struct trace *a, const struct trace *b) {
  struct arena arena = {0};
  const bool same =
      strcmp(a->error.kind, b->error.kind) == 0 &&
      strcmp(a->error.message, b->error.message) == 0 &&
      strcmp(trace_place(&arena, a, a->error.at), trace_place(&arena, b, b->error.at)) == 0;
  arena_free(&arena);
  return same || same_race(a, b);
}
