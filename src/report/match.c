#include "report/match.h"

#include <string.h>

#include "report/steps.h"

/* --- threads --------------------------------------------------------------------------------- */

/* "reader" of "T1 reader". */
static const char *own_name(const struct trace *trace, uint32_t thread) {
  const char *space = strchr(trace->threads[thread].name, ' ');
  return space ? space + 1 : trace->threads[thread].name;
}

struct children {
  const struct trace *before, *now;
  uint32_t *of_before, *of_now; /* in the order in which they were created */
};

static uint64_t find_children(const struct trace *trace, uint32_t parent, uint32_t *children) {
  uint64_t n = 0;
  for (uint32_t i = 1; i < trace->n_threads; i++) {
    if (trace->threads[i].parent != parent || !trace->threads[i].present)
      continue;
    uint64_t at = n++;
    for (; at > 0 && trace->threads[children[at - 1]].nth > trace->threads[i].nth; at--)
      children[at] = children[at - 1];
    children[at] = i;
  }
  return n;
}

/* A function may have another name now. */
static uint32_t score_children(const void *context, uint64_t a, uint64_t b) {
  const struct children *children = context;
  return strcmp(own_name(children->before, children->of_before[a]),
                own_name(children->now, children->of_now[b])) == 0
             ? 4
             : 1;
}

static void match_children(struct arena *arena, const struct trace *before, const struct trace *now,
                           uint32_t parent, uint32_t *threads) {
  struct children children = {
      .before = before,
      .now = now,
      .of_before = arena_alloc(arena, (before->n_threads + 1) * sizeof(uint32_t)),
      .of_now = arena_alloc(arena, (now->n_threads + 1) * sizeof(uint32_t))};
  const uint64_t n = find_children(before, parent, children.of_before);
  const uint64_t m = find_children(now, threads[parent], children.of_now);
  uint64_t *match = arena_alloc(arena, (n + 1) * sizeof *match);
  if (n == 0)
    return;
  align(n, m, score_children, 4, &children, match);
  for (uint64_t i = 0; i < n; i++)
    if (match[i] != ALIGN_NONE)
      threads[children.of_before[i]] = children.of_now[match[i]];
}

/* Parents have lower numbers than their children; a file that says otherwise finds nothing. */
static uint32_t *match_threads(struct arena *arena, const struct trace *before,
                               const struct trace *now) {
  uint32_t *threads = arena_alloc(arena, (before->n_threads + 1) * sizeof *threads);
  for (uint32_t i = 0; i < before->n_threads; i++)
    threads[i] = i == 0 && now->n_threads ? 0 : RV_NO_THREAD;
  for (uint32_t i = 0; i < before->n_threads; i++)
    if (threads[i] != RV_NO_THREAD)
      match_children(arena, before, now, i, threads);
  return threads;
}

/* --- steps ----------------------------------------------------------------------------------- */

/* What came of an operation is no part of what it is. */
static uint32_t operation(uint32_t kind) {
  switch (kind) {
  case RECORD_CAS_FAILED:
    return RECORD_UPDATE;
  case RECORD_TRYLOCK:
    return RECORD_LOCK;
  case RECORD_TRY_TAKE:
    return RECORD_TAKE;
  case RECORD_TRY_RDLOCK:
    return RECORD_RDLOCK;
  case RECORD_TRY_WRLOCK:
    return RECORD_WRLOCK;
  case RECORD_TIMEOUT:
    return RECORD_WOKEN;
  case RECORD_TRY_JOIN:
    return RECORD_JOIN;
  case RECORD_FUTEX_DIFFERS:
    return RECORD_FUTEX_WAIT;
  case RECORD_LOOK_AT_MESSAGE:
  case RECORD_NO_MESSAGE:
    return RECORD_RECEIVE;
  default:
    return kind;
  }
}

struct sequences {
  const struct trace *before, *now;
  const struct trace_event **of_before, **of_now; /* by step */
  uint64_t *steps_before, *steps_now;             /* of one thread */
};

enum { SAME_OBJECT = 4, SAME_FUNCTION = 1, SAME_TEXT = 2, SAME_OPERATION = 1 };
enum { PERFECT = SAME_OPERATION + SAME_OBJECT + SAME_FUNCTION + SAME_TEXT };

static uint32_t score_steps(const void *context, uint64_t a, uint64_t b) {
  const struct sequences *s = context;
  const struct trace_event *x = s->of_before[s->steps_before[a]], *y = s->of_now[s->steps_now[b]];
  if (!x || !y || operation(x->kind) != operation(y->kind))
    return x == y; /* of both nothing is known */
  const struct location *here = &s->before->locations[x->at], *there = &s->now->locations[y->at];
  return SAME_OPERATION + (strcmp(x->object, y->object) == 0 ? SAME_OBJECT : 0) +
         (strcmp(here->function, there->function) == 0 ? SAME_FUNCTION : 0) +
         (strcmp(here->text, there->text) == 0 ? SAME_TEXT : 0);
}

static uint64_t steps_of(const struct trace *trace, uint32_t thread, uint64_t *steps) {
  uint64_t n = 0;
  for (uint64_t i = 0; i < trace->n_choices; i++)
    if (trace->choices[i].thread == thread)
      steps[n++] = i;
  return n;
}

static void match_steps_of(struct sequences *s, uint32_t thread, uint32_t other, uint64_t *match,
                           uint64_t *steps) {
  const uint64_t n = steps_of(s->before, thread, s->steps_before);
  const uint64_t m = steps_of(s->now, other, s->steps_now);
  align(n, m, score_steps, PERFECT, s, match);
  for (uint64_t i = 0; i < n; i++)
    steps[s->steps_before[i]] = match[i] == ALIGN_NONE ? ALIGN_NONE : s->steps_now[match[i]];
}

struct match match_traces(struct arena *arena, const struct trace *before,
                          const struct trace *now) {
  const uint64_t n = before->n_choices, m = now->n_choices;
  struct match match = {.threads = match_threads(arena, before, now),
                        .steps = arena_alloc(arena, (n + 1) * sizeof(uint64_t))};
  struct sequences s = {.before = before,
                        .now = now,
                        .of_before = steps_first_events(arena, before),
                        .of_now = steps_first_events(arena, now),
                        .steps_before = arena_alloc(arena, (n + 1) * sizeof(uint64_t)),
                        .steps_now = arena_alloc(arena, (m + 1) * sizeof(uint64_t))};
  uint64_t *of_thread = arena_alloc(arena, (n + 1) * sizeof(uint64_t));
  for (uint64_t i = 0; i < n; i++)
    match.steps[i] = ALIGN_NONE;
  for (uint32_t t = 0; t < before->n_threads; t++)
    if (match.threads[t] != RV_NO_THREAD)
      match_steps_of(&s, t, match.threads[t], of_thread, match.steps);
  return match;
}

/* --- errors ---------------------------------------------------------------------------------- */

static bool same_and_known(const char *a, const char *b) {
  return *a && strcmp(a, b) == 0;
}

static bool same_wait(const struct trace *before, const struct trace_wait *x,
                      const struct trace *now, const struct trace_wait *y) {
  return x->kind == y->kind && x->kind != WAIT_JOIN &&
         (same_and_known(x->object, y->object) ||
          same_and_known(before->locations[x->at].text, now->locations[y->at].text));
}

static bool wait_for_the_same(const struct trace *before, const struct trace *now) {
  for (uint32_t i = 0; i < before->error.n_waits; i++)
    for (uint32_t j = 0; j < now->error.n_waits; j++)
      if (same_wait(before, &before->error.waits[i], now, &now->error.waits[j]))
        return true;
  return false;
}

bool match_errors(const struct trace *before, const struct trace *now) {
  const struct trace_error *then = &before->error, *found = &now->error;
  const struct location *here = &before->locations[then->at], *there = &now->locations[found->at];
  if (!*then->kind || strcmp(then->kind, found->kind) != 0)
    return false;
  if (strcmp(then->kind, error_kind_name(ERROR_ASSERTION)) == 0)
    return strcmp(then->message, found->message) == 0 || same_and_known(here->text, there->text);
  return same_and_known(here->text, there->text) ||
         same_and_known(here->function, there->function) ||
         same_and_known(then->object, found->object) || wait_for_the_same(before, now);
}
