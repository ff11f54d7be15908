/*
 * Scenarios: which thread makes which calls. What ravel_linearizable.h is made of; a program
 * includes that one.
 */
#ifndef RAVEL_SCENARIOS_H
#define RAVEL_SCENARIOS_H

#include "ravel_real_time.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The call of ravel_linearizable(): its arguments as they are written, NULL in C++. */
struct ravel_source {
  const char *file;
  unsigned line;
  const char *arguments, *scenario;
};

/* A scenario that is made smaller if it fails (ravel_smaller.h). */
enum { RAVEL_MAX_RANDOM = 1 << 20 };
struct ravel_smaller {
  int is_one;
  unsigned level, number; /* it is this one of those that are smaller than that of the level before;
                             of level 0 are those that were drawn */
};

struct ravel_check {
  struct ravel_history history;
  struct ravel_scenario scenario;
  void *object;
  void (*destroy)(void *object);
  int n_operations;
  int how;                  /* RAVEL_TOGETHER ... */
  unsigned long long drawn; /* state of the random numbers */
  struct ravel_smaller smaller;
  struct ravel_source source;
};

static struct ravel_check ravel_the_check;

/* --- choosing a scenario -------------------------------------------------------------------------
 */

RAVEL_INSIDE __attribute__((noreturn)) void ravel_refuse(const char *what) {
  const struct ravel_source *source = &ravel_the_check.source;
  if (ravel_runtime_refuse)
    ravel_runtime_refuse(what, source->file, source->line);
  fprintf(stderr, "%s:%u: ravel_linearizable: %s\n", source->file, source->line, what);
  exit(2);
}

RAVEL_INSIDE unsigned ravel_draw(struct ravel_check *check, unsigned n) {
  unsigned long long x = check->drawn += 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return (unsigned)((x ^ x >> 31) >> 11) % n;
}

/* With how many arguments a thread may call an operation. */
RAVEL_INSIDE unsigned ravel_arguments(const struct ravel_operation *operation, int thread) {
  if (operation->thread && thread && operation->thread != thread)
    return 0;
  return (unsigned)(operation->arg.last - operation->arg.first + 1);
}

/* The calls that a thread may make are numbered, over all operations and arguments. */
RAVEL_INSIDE unsigned ravel_count_calls(const struct ravel_check *check, int thread) {
  unsigned n = 0;
  for (int i = 0; i < check->n_operations; i++)
    n += ravel_arguments(&check->history.operations[i], thread);
  if (n == 0)
    ravel_refuse("there is a thread that may call no operation");
  return n;
}

/* Whether two threads may do the same. */
RAVEL_INSIDE int ravel_threads_are_alike(const struct ravel_check *check, int a, int b) {
  for (int i = 0; i < check->n_operations; i++)
    if (!ravel_arguments(&check->history.operations[i], a) !=
        !ravel_arguments(&check->history.operations[i], b))
      return 0;
  return 1;
}

RAVEL_INSIDE void ravel_add_call(struct ravel_history *h, int thread, int operation,
                                 long argument) {
  if (h->n == RAVEL_MAX_CALLS)
    ravel_refuse("a scenario has more than 64 operations");
  struct ravel_call *call = &h->calls[h->n++];
  call->operation = operation;
  call->thread = thread;
  call->argument = argument;
  call->invoked = call->returned = 0;
}

RAVEL_INSIDE void ravel_add_numbered(struct ravel_history *h, int thread, unsigned number) {
  int operation = 0;
  for (; number >= ravel_arguments(&h->operations[operation], thread); operation++)
    number -= ravel_arguments(&h->operations[operation], thread);
  ravel_add_call(h, thread, operation, h->operations[operation].arg.first + (long)number);
}

RAVEL_INSIDE unsigned ravel_number_of(const struct ravel_history *h,
                                      const struct ravel_call *call) {
  unsigned number = (unsigned)(call->argument - h->operations[call->operation].arg.first);
  for (int i = 0; i < call->operation; i++)
    number += ravel_arguments(&h->operations[i], call->thread);
  return number;
}

/* The thread before this one that may do the same; 0: there is none. */
RAVEL_INSIDE int ravel_alike_before(const struct ravel_check *check, int thread) {
  int before = thread - 1;
  while (before > 0 && !ravel_threads_are_alike(check, before, thread))
    before--;
  return before;
}

/* How many calls there are before, in each thread, and at the end. */
struct ravel_shape {
  int initial, final, threads, lengths[RAVEL_MAX_THREADS];
};

/* The next lengths, 0 after the last: of threads that are alike, none makes more calls than the one
 * before it. */
RAVEL_INSIDE int ravel_next_lengths(const struct ravel_check *check, struct ravel_shape *shape) {
  for (int i = shape->threads - 1; i >= 0; i--) {
    const int like = ravel_alike_before(check, i + 1);
    if (shape->lengths[i] < (like ? shape->lengths[like - 1] : check->scenario.operations)) {
      shape->lengths[i]++;
      for (int j = i + 1; j < shape->threads; j++)
        shape->lengths[j] = 1;
      return 1;
    }
  }
  return 0;
}

RAVEL_INSIDE int ravel_shape_size(const struct ravel_shape *shape) {
  int size = shape->initial + shape->final;
  for (int i = 0; i < shape->threads; i++)
    size += shape->lengths[i];
  return size;
}

/* How many shapes have a size; the one with number `wanted` is stored. */
RAVEL_INSIDE unsigned ravel_shapes_of_size(const struct ravel_check *check, int size,
                                           unsigned wanted, struct ravel_shape *found) {
  const struct ravel_scenario *s = &check->scenario;
  unsigned n = 0;
  struct ravel_shape shape;
  for (shape.threads = 1; shape.threads <= s->threads; shape.threads++)
    for (shape.initial = 0; shape.initial <= s->initial; shape.initial++)
      for (shape.final = 0; shape.final <= s->final; shape.final++) {
        for (int i = 0; i < shape.threads; i++)
          shape.lengths[i] = 1;
        do
          if (ravel_shape_size(&shape) == size && n++ == wanted)
            *found = shape;
        while (ravel_next_lengths(check, &shape));
      }
  return n;
}

RAVEL_INSIDE int ravel_largest(const struct ravel_scenario *s) {
  return s->initial + s->final + s->threads * s->operations;
}

/* The small ones first. */
RAVEL_INSIDE struct ravel_shape ravel_shape_number(const struct ravel_check *check,
                                                   unsigned number) {
  struct ravel_shape shape = {0, 0, 0, {0}};
  for (int size = 1; size <= ravel_largest(&check->scenario); size++) {
    const unsigned n = ravel_shapes_of_size(check, size, number, &shape);
    if (number < n)
      break;
    number -= n;
  }
  return shape;
}

RAVEL_INSIDE unsigned ravel_count_shapes(const struct ravel_check *check) {
  struct ravel_shape shape;
  unsigned n = 0;
  for (int size = 1; size <= ravel_largest(&check->scenario); size++)
    n += ravel_shapes_of_size(check, size, ~0u, &shape);
  return n;
}

/* The calls of a thread. They do not come before those that begin with number `like`, which are as
 * many, in the order of dictionaries; -1: there are none. */
RAVEL_INSIDE void ravel_choose_calls(struct ravel_check *check, int thread, int n, int like) {
  const unsigned all = n ? ravel_count_calls(check, thread) : 0;
  struct ravel_history *h = &check->history;
  for (int i = 0; i < n; i++) {
    const unsigned low = like >= 0 ? ravel_number_of(h, &h->calls[like + i]) : 0;
    const unsigned chosen = low + ravel_choose(all - low);
    like = like >= 0 && chosen == low ? like : -1;
    ravel_add_numbered(h, thread, chosen);
  }
}

RAVEL_INSIDE void ravel_choose_scenario(struct ravel_check *check, unsigned number) {
  const struct ravel_shape shape = ravel_shape_number(check, number);
  int first[RAVEL_MAX_THREADS];
  check->history.initial = shape.initial;
  check->history.final = shape.final;
  check->history.threads = shape.threads;
  ravel_choose_calls(check, 0, shape.initial, -1);
  for (int i = 0; i < shape.threads; i++) {
    const int like = ravel_alike_before(check, i + 1);
    const int as_long = like && shape.lengths[like - 1] == shape.lengths[i];
    first[i] = check->history.n;
    ravel_choose_calls(check, i + 1, shape.lengths[i], as_long ? first[like - 1] : -1);
  }
  ravel_choose_calls(check, 0, shape.final, -1);
}

RAVEL_INSIDE void ravel_draw_calls(struct ravel_check *check, int thread, int n) {
  for (int i = 0; i < n; i++)
    ravel_add_numbered(&check->history, thread,
                       ravel_draw(check, ravel_count_calls(check, thread)));
}

RAVEL_INSIDE void ravel_draw_scenario(struct ravel_check *check, unsigned number) {
  const struct ravel_scenario *s = &check->scenario;
  check->drawn = s->seed * 1000003ull + number;
  check->history.initial = s->initial;
  check->history.final = s->final;
  check->history.threads = s->random_threads;
  ravel_draw_calls(check, 0, s->initial);
  for (int thread = 1; thread <= s->random_threads; thread++)
    ravel_draw_calls(check, thread, s->random_operations);
  ravel_draw_calls(check, 0, s->final);
}

/* Whether the calls of a thread come before those of another, of which there are as many. */
RAVEL_INSIDE int ravel_calls_are_lower(const struct ravel_history *h, int a, int b, int n) {
  for (int i = 0; i < n; i++) {
    const unsigned x = ravel_number_of(h, &h->calls[a + i]);
    const unsigned y = ravel_number_of(h, &h->calls[b + i]);
    if (x != y)
      return x < y;
  }
  return 0;
}

/* Puts the threads of a scenario that was drawn into the order that those have which are chosen. */
RAVEL_INSIDE void ravel_sort_threads(const struct ravel_check *check, struct ravel_history *h) {
  const int n = check->scenario.random_operations;
  for (int thread = 2; thread <= h->threads; thread++)
    for (int at = thread, like = ravel_alike_before(check, at); like;
         at = like, like = ravel_alike_before(check, at)) {
      const int a = h->initial + (like - 1) * n, b = h->initial + (at - 1) * n;
      if (!ravel_calls_are_lower(h, b, a, n))
        break;
      for (int i = 0; i < n; i++) {
        const struct ravel_call call = h->calls[a + i];
        h->calls[a + i].operation = h->calls[b + i].operation;
        h->calls[a + i].argument = h->calls[b + i].argument;
        h->calls[b + i].operation = call.operation;
        h->calls[b + i].argument = call.argument;
      }
    }
}

/* --- a scenario that is given --------------------------------------------------------------------
 */

/* Reads one call: push(1). */
RAVEL_INSIDE const char *ravel_read_call(struct ravel_check *check, const char *text, int thread) {
  char *end = NULL;
  for (int i = 0; i < check->n_operations; i++) {
    const char *name = check->history.operations[i].name;
    size_t length = 0;
    while (name[length] && name[length] == text[length])
      length++;
    if (name[length] || text[length] != '(')
      continue;
    const long argument = strtol(text + length + 1, &end, 10);
    if (*end != ')' ||
        (end != text + length + 1) != ravel_takes_argument(&check->history.operations[i]))
      break;
    ravel_add_call(&check->history, thread, i, argument);
    return end + 1;
  }
  char what[100];
  snprintf(what, sizeof what, "`%.40s' in .only is no call of an operation", text);
  ravel_refuse(what);
}

RAVEL_INSIDE void ravel_read_scenario(struct ravel_check *check, const char *text) {
  int thread = 1, inside = 0;
  check->history.initial = check->history.final = 0;
  while (*text)
    if (*text == ' ')
      text++;
    else if (*text == '|' && !inside && !check->history.final)
      thread++, text++;
    else if (*text == (inside ? ']' : '['))
      inside = *text++ == '[';
    else {
      if (inside)
        *(check->history.n == check->history.initial ? &check->history.initial
                                                     : &check->history.final) += 1;
      else if (check->history.final)
        ravel_refuse("calls in [] are the first or the last ones of .only");
      text = ravel_read_call(check, text, inside ? 0 : thread);
    }
  if (thread > RAVEL_MAX_THREADS)
    ravel_refuse("more than 16 threads");
  if (inside || check->history.n == 0)
    ravel_refuse("there is no call in .only, or a ] is missing");
  check->history.threads = thread;
}

#ifdef __cplusplus
}
#endif

#endif
