/*
 * Is this data structure right? Name how to make the object and what can be done with it:
 *
 *     static const struct ravel_operation operations[] = {
 *         {"push", push, .arg = {1, 3}},
 *         {"pop", pop},
 *     };
 *
 *     int main(void) {
 *       return ravel_linearizable(make_stack, free_stack, operations, 2,
 *                                 (struct ravel_scenario){.threads = 2, .operations = 2});
 *     }
 *
 * Ravel makes every scenario of at most so many threads with at most so many operations each, the
 * small ones first, explores all its executions, and checks that the results are those of the same
 * operations one after the other, in an order that respects real time. Threads that do the same are
 * interchangeable: of scenarios that differ in their numbers alone there is one.
 *
 * Without Ravel, scenarios drawn at random are run by real threads, and their results are checked.
 */
#ifndef RAVEL_LINEARIZABLE_H
#define RAVEL_LINEARIZABLE_H

#include <pthread.h>

#include "ravel.h"
#include "ravel_history.h"
#include "ravel_history_text.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ravel_condition { RAVEL_LINEARIZABLE, RAVEL_SEQUENTIALLY_CONSISTENT };

/* Which scenarios there are. All of it may be left out. */
struct ravel_scenario {
  int threads;                           /* at most (2) */
  int operations;                        /* of a thread, at most (2) */
  int initial;                           /* by main, before the threads begin, at most */
  int final;                             /* after they have ended, at most */
  int random;                            /* so many more, drawn at random: */
  int random_threads, random_operations; /* one more of each than above */
  unsigned long seed;
  const char *only; /* this one alone: "[push(1)] push(2) pop() | pop()" */
  const struct ravel_model *model;
  enum ravel_condition condition;
  int one_by_one; /* does not check histories of equivalent executions together: slower */
};

/* The calls of a history are in this order: those of main before, those of each thread, those of
 * main at the end. */
struct ravel_check {
  struct ravel_history history;
  struct ravel_scenario scenario;
  void *object;
  void (*destroy)(void *object);
  int initial, final; /* how many calls they are */
  int n_operations;
  int how;                  /* RAVEL_TOGETHER ... */
  unsigned long long drawn; /* state of the random numbers */
  const char *file;
  unsigned line;
};

static struct ravel_check ravel_the_check;

/* --- choosing a scenario -------------------------------------------------------------------------
 */

RAVEL_INSIDE __attribute__((noreturn)) void ravel_refuse(const char *what) {
  if (ravel_runtime_refuse)
    ravel_runtime_refuse(what);
  fprintf(stderr, "ravel_linearizable: %s\n", what);
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

/* How many calls there are before, in each thread, and at the end. */
struct ravel_shape {
  int initial, final, threads, lengths[RAVEL_MAX_THREADS];
};

/* The next lengths, 0 after the last: where threads are alike, a thread makes no more calls than
 * the one before it. */
RAVEL_INSIDE int ravel_next_lengths(const struct ravel_check *check, struct ravel_shape *shape) {
  for (int i = shape->threads - 1; i >= 0; i--)
    if (shape->lengths[i] < (i && ravel_threads_are_alike(check, i, i + 1)
                                 ? shape->lengths[i - 1]
                                 : check->scenario.operations)) {
      shape->lengths[i]++;
      for (int j = i + 1; j < shape->threads; j++)
        shape->lengths[j] = 1;
      return 1;
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
  for (shape.threads = s->model ? 1 : 2; shape.threads <= s->threads; shape.threads++)
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

/* The calls of a thread. Where it is like the one before, which makes as many, they do not come
 * before its calls in the order of dictionaries. */
RAVEL_INSIDE void ravel_choose_calls(struct ravel_check *check, int thread, int n, int like) {
  const unsigned all = n ? ravel_count_calls(check, thread) : 0;
  struct ravel_history *h = &check->history;
  for (int i = 0; i < n; i++) {
    const unsigned low = like ? ravel_number_of(h, &h->calls[h->n - n]) : 0;
    const unsigned chosen = low + ravel_choose(all - low);
    like = like && chosen == low;
    ravel_add_numbered(h, thread, chosen);
  }
}

RAVEL_INSIDE void ravel_choose_scenario(struct ravel_check *check, unsigned number) {
  const struct ravel_shape shape = ravel_shape_number(check, number);
  check->initial = shape.initial;
  check->final = shape.final;
  check->history.threads = shape.threads;
  ravel_choose_calls(check, 0, shape.initial, 0);
  for (int i = 0; i < shape.threads; i++)
    ravel_choose_calls(check, i + 1, shape.lengths[i],
                       i > 0 && shape.lengths[i] == shape.lengths[i - 1] &&
                           ravel_threads_are_alike(check, i, i + 1));
  ravel_choose_calls(check, 0, shape.final, 0);
}

RAVEL_INSIDE void ravel_draw_calls(struct ravel_check *check, int thread, int n) {
  for (int i = 0; i < n; i++)
    ravel_add_numbered(&check->history, thread,
                       ravel_draw(check, ravel_count_calls(check, thread)));
}

RAVEL_INSIDE void ravel_draw_scenario(struct ravel_check *check, unsigned number) {
  const struct ravel_scenario *s = &check->scenario;
  check->drawn = s->seed * 1000003ull + number;
  check->initial = s->initial;
  check->final = s->final;
  check->history.threads = s->random_threads;
  ravel_draw_calls(check, 0, s->initial);
  for (int thread = 1; thread <= s->random_threads; thread++)
    ravel_draw_calls(check, thread, s->random_operations);
  ravel_draw_calls(check, 0, s->final);
}

/* --- a scenario that is given --------------------------------------------------------------------
 */

/* Reads one call: push(1). */
RAVEL_INSIDE const char *ravel_read_call(struct ravel_check *check, const char *text, int thread) {
  const size_t length = strcspn(text, "( ");
  char *end = NULL;
  for (int i = 0; i < check->n_operations; i++) {
    const char *name = check->history.operations[i].name;
    if (strlen(name) != length || strncmp(name, text, length) != 0 || text[length] != '(')
      continue;
    const struct ravel_range arg = check->history.operations[i].arg;
    const long argument = strtol(text + length + 1, &end, 10);
    if (*end != ')' || (end == text + length + 1) != (arg.first == 0 && arg.last == 0))
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
  check->initial = check->final = 0;
  while (*text)
    if (*text == ' ')
      text++;
    else if (*text == '|' && !inside && !check->final)
      thread++, text++;
    else if (*text == (inside ? ']' : '['))
      inside = *text++ == '[';
    else {
      if (inside)
        *(check->history.n == check->initial ? &check->initial : &check->final) += 1;
      else if (check->final)
        ravel_refuse("calls in [] are the first or the last ones of .only");
      text = ravel_read_call(check, text, inside ? 0 : thread);
    }
  if (thread > RAVEL_MAX_THREADS)
    ravel_refuse("more than 16 threads");
  if (inside || check->history.n == 0)
    ravel_refuse("there is no call in .only, or a ] is missing");
  check->history.threads = thread;
}

/* --- running it ----------------------------------------------------------------------------------
 */

static pthread_mutex_t ravel_history_lock = PTHREAD_MUTEX_INITIALIZER; /* without Ravel */

RAVEL_INSIDE unsigned long long ravel_invoke(struct ravel_check *check, struct ravel_call *call,
                                             struct ravel_named operation) {
  struct ravel_history *h = &check->history;
  if (ravel_runtime_invoke)
    return ravel_runtime_invoke(&h->returned, check->how == RAVEL_ONE_BY_ONE && h->real_time,
                                &call->span, operation, call->argument);
  pthread_mutex_lock(&ravel_history_lock);
  const unsigned long long returned = h->returned;
  pthread_mutex_unlock(&ravel_history_lock);
  return returned;
}

RAVEL_INSIDE void ravel_return(struct ravel_check *check, int i, struct ravel_named operation,
                               long result) {
  struct ravel_history *h = &check->history;
  if (ravel_runtime_return) {
    ravel_runtime_return(&h->returned, 1ull << i, check->how == RAVEL_ONE_BY_ONE && h->real_time,
                         &h->calls[i].span, operation, result);
    return;
  }
  pthread_mutex_lock(&ravel_history_lock);
  h->returned |= 1ull << i;
  pthread_mutex_unlock(&ravel_history_lock);
}

RAVEL_INSIDE void ravel_make_call(struct ravel_check *check, int i) {
  struct ravel_call *call = &check->history.calls[i];
  const struct ravel_operation *operation = &check->history.operations[call->operation];
  const struct ravel_named named = {
      operation->name, operation->bytes ? (void *)operation->fill : (void *)operation->function};
  call->before = ravel_invoke(check, call, named);
  call->invoked = 1;
  ravel_perform(operation, check->object, call->argument, &call->result);
  call->returned = 1;
  ravel_return(check, i, named, operation->bytes ? 0 : call->result.number);
}

RAVEL_INSIDE void *ravel_thread(void *number) {
  struct ravel_check *check = &ravel_the_check;
  for (int i = 0; i < check->history.n; i++)
    if (check->history.calls[i].thread == (int)(long)number)
      ravel_make_call(check, i);
  return NULL;
}

RAVEL_INSIDE void ravel_start_threads(struct ravel_check *check, pthread_t *threads) {
  for (int i = 0; i < check->initial; i++)
    ravel_make_call(check, i);
  for (long i = 1; i <= check->history.threads; i++)
    if (pthread_create(&threads[i], NULL, ravel_thread, (void *)i) != 0)
      ravel_refuse("pthread_create failed");
}

RAVEL_INSIDE void ravel_report(struct ravel_check *check, const char *what) {
  char scenario[RAVEL_MAX_SCENARIO];
  ravel_scenario_text(&check->history, check->initial, check->final, scenario, sizeof scenario);
  printf("%s: %s\n\n", what, scenario);
  ravel_print_table(&check->history);
  printf("\n");
}

RAVEL_INSIDE void ravel_report_order(struct ravel_check *check, const char *what) {
  ravel_report(check, what);
  ravel_print_reason(&check->history);
  ravel_print_nearest(&check->history);
}

RAVEL_INSIDE void ravel_wrong(struct ravel_check *check, const char *what) {
  char scenario[RAVEL_MAX_SCENARIO], message[RAVEL_MAX_SCENARIO + 100];
  ravel_scenario_text(&check->history, check->initial, check->final, scenario, sizeof scenario);
  snprintf(message, sizeof message, "%s: %s", what, scenario);
  printf("\nthis scenario alone: .only = \"%s\"\n", scenario);
  fflush(stdout);
  if (ravel_runtime_wrong)
    ravel_runtime_wrong(message, check->file, check->line);
  fprintf(stderr, "%s:%u: %s\n", check->file, check->line, message);
  abort();
}

/* What tells scenarios apart, and what tells histories apart. */
struct ravel_bytes {
  unsigned char at[RAVEL_MAX_CALLS * (6 * sizeof(long) + RAVEL_MAX_RESULT)];
  size_t n;
};

RAVEL_INSIDE void ravel_add_word(struct ravel_bytes *bytes, unsigned long long word) {
  for (size_t i = 0; i < sizeof word; i++)
    bytes->at[bytes->n++] = (unsigned char)(word >> 8 * i);
}

RAVEL_INSIDE void ravel_scenario_bytes(const struct ravel_history *h, struct ravel_bytes *bytes) {
  bytes->n = 0;
  for (int i = 0; i < h->n; i++) {
    ravel_add_word(bytes, (unsigned)(h->calls[i].thread << 16 | h->calls[i].operation));
    ravel_add_word(bytes, (unsigned long long)h->calls[i].argument);
  }
}

RAVEL_INSIDE void ravel_history_bytes(const struct ravel_history *h,
                                      const struct ravel_overlaps *overlaps,
                                      struct ravel_bytes *bytes) {
  ravel_scenario_bytes(h, bytes);
  for (int i = 0; i < h->n; i++) {
    const struct ravel_call *call = &h->calls[i];
    const size_t size = call->returned ? h->operations[call->operation].bytes : 0;
    ravel_add_word(bytes, (unsigned)(call->invoked << 1 | call->returned));
    ravel_add_word(bytes, h->real_time ? call->before : 0);
    ravel_add_word(bytes, overlaps ? overlaps->begins_before_end_of[i] : 0);
    ravel_add_word(bytes, call->returned && !size ? (unsigned long long)call->result.number : 0);
    for (size_t j = 0; j < size; j++)
      bytes->at[bytes->n++] = call->result.bytes[j];
  }
}

RAVEL_INSIDE const char *ravel_what_is_wrong(const struct ravel_history *h) {
  struct ravel_order order;
  if (ravel_has_order(h, RAVEL_NO_CALL, &order))
    return "an operation waits for ever though it could go on";
  return h->real_time ? "not linearizable" : "not sequentially consistent";
}

RAVEL_INSIDE void ravel_check_history(struct ravel_check *check) {
  struct ravel_history *h = &check->history;
  struct ravel_bytes bytes;
  ravel_history_bytes(h, NULL, &bytes);
  if (ravel_runtime_known && ravel_runtime_known(RAVEL_KNOWN_HISTORY, bytes.at, bytes.n, 0))
    return;
  if (!ravel_is_linearizable(h)) {
    const char *what = ravel_what_is_wrong(h);
    ravel_report_order(check, what);
    ravel_wrong(check, what);
  }
  if (ravel_runtime_known)
    ravel_runtime_known(RAVEL_KNOWN_HISTORY, bytes.at, bytes.n, 1);
}

/* What is the same in all equivalent executions. A call that has not returned ends after all. */
RAVEL_INSIDE void ravel_find_overlaps(struct ravel_history *h, struct ravel_overlaps *overlaps) {
  for (int a = 0; a < h->n; a++) {
    overlaps->begins_before_end_of[a] = 0;
    for (int b = 0; b < h->n; b++)
      if (a == b || !h->calls[b].returned ||
          ravel_runtime_begins_before_end(&h->calls[a].span, &h->calls[b].span))
        overlaps->begins_before_end_of[a] |= 1ull << b;
  }
  for (int b = 0; b < h->n; b++) {
    h->calls[b].before = 0;
    for (int a = 0; a < h->n; a++)
      if (a != b && h->calls[a].returned &&
          ((a < b && h->calls[a].thread == h->calls[b].thread) ||
           ravel_runtime_ends_before_begin(&h->calls[a].span, &h->calls[b].span)))
        h->calls[b].before |= 1ull << a;
  }
}

/* Calls of main come before all others, or after them. */
RAVEL_INSIDE void ravel_order_main(struct ravel_check *check, struct ravel_overlaps *overlaps) {
  struct ravel_history *h = &check->history;
  const int end = h->n - check->final;
  for (int a = 0; a < h->n; a++)
    for (int b = 0; b < h->n; b++)
      if (a < b && (a < check->initial || b >= end)) {
        if (h->calls[a].returned)
          h->calls[b].before |= 1ull << a;
        overlaps->begins_before_end_of[a] |= 1ull << b;
        if (h->calls[a].returned)
          overlaps->begins_before_end_of[b] &= ~(1ull << a);
      }
}

RAVEL_INSIDE void ravel_check_together(struct ravel_check *check) {
  struct ravel_history *h = &check->history;
  struct ravel_overlaps overlaps;
  struct ravel_bytes bytes;
  if (!ravel_runtime_asks())
    return;
  ravel_find_overlaps(h, &overlaps);
  ravel_order_main(check, &overlaps);
  ravel_history_bytes(h, &overlaps, &bytes);
  if (ravel_runtime_known(RAVEL_KNOWN_HISTORY, bytes.at, bytes.n, 0))
    return;
  if (ravel_all_are_linearizable(h, &overlaps)) {
    ravel_runtime_known(RAVEL_KNOWN_HISTORY, bytes.at, bytes.n, 1);
    return;
  }
  ravel_scenario_bytes(h, &bytes);
  ravel_runtime_look_closer(bytes.at, bytes.n);
}

/* The threads have ended, or wait for ever. */
RAVEL_INSIDE void ravel_finish(struct ravel_check *check) {
  struct ravel_history *h = &check->history;
  int waits = 0;
  if (ravel_runtime_is_void && ravel_runtime_is_void())
    return;
  for (int i = 0; i < h->n; i++) {
    struct ravel_call *call = &h->calls[i];
    if (i >= h->n - check->final && !waits) {
      call->before = h->returned;
      call->invoked = 1;
      call->returned = ravel_perform_alone(&h->operations[call->operation], check->object,
                                           call->argument, &call->result);
      h->returned |= (unsigned long long)call->returned << i;
    }
    waits |= !call->returned;
    if (call->invoked && !call->returned && !h->operations[call->operation].may_block) {
      ravel_report(check, "an operation never returns");
      ravel_wrong(check, "an operation never returns");
    }
  }
  struct ravel_bytes bytes;
  ravel_scenario_bytes(h, &bytes);
  if (ravel_runtime_known)
    ravel_runtime_known(RAVEL_KNOWN_SCENARIO, bytes.at, bytes.n, 1);
  if (check->how == RAVEL_TOGETHER)
    ravel_check_together(check);
  else
    ravel_check_history(check);
  if (!waits && check->destroy)
    check->destroy(check->object);
}

RAVEL_INSIDE void ravel_finish_at_end(void) {
  ravel_finish(&ravel_the_check);
}

/* With Ravel: one execution of one scenario. What is to be checked is checked when all threads have
 * ended or wait. */
RAVEL_INSIDE void ravel_explore(struct ravel_check *check, void *(*make)(void)) {
  const struct ravel_scenario *s = &check->scenario;
  const unsigned shapes = ravel_count_shapes(check);
  pthread_t threads[RAVEL_MAX_THREADS + 1];
  if (s->only)
    ravel_read_scenario(check, s->only);
  else {
    const unsigned number = ravel_choose(shapes + (s->random > 0));
    if (number < shapes)
      ravel_choose_scenario(check, number);
    else
      ravel_draw_scenario(check, ravel_choose((unsigned)s->random));
  }
  struct ravel_bytes bytes;
  ravel_scenario_bytes(&check->history, &bytes);
  check->how =
      ravel_runtime_scenario(bytes.at, bytes.n, s->one_by_one || !check->history.real_time);
  if (check->how == RAVEL_NOT_NOW)
    exit(0);
  check->object = make();
  ravel_runtime_at_end(ravel_finish_at_end);
  ravel_start_threads(check, threads);
  for (int i = 1; i <= check->history.threads; i++)
    pthread_detach(threads[i]);
  exit(0);
}

enum { RAVEL_RUNS = 2000 }; /* without Ravel */

RAVEL_INSIDE void ravel_just_run(struct ravel_check *check, void *(*make)(void)) {
  pthread_t threads[RAVEL_MAX_THREADS + 1];
  for (unsigned run = 0; run < RAVEL_RUNS; run++) {
    check->history.n = 0;
    check->history.returned = 0;
    if (check->scenario.only)
      ravel_read_scenario(check, check->scenario.only);
    else
      ravel_draw_scenario(check, run);
    check->object = make();
    ravel_start_threads(check, threads);
    for (int i = 1; i <= check->history.threads; i++)
      pthread_join(threads[i], NULL);
    ravel_finish(check);
  }
}

enum { RAVEL_MAX_ARGUMENTS = 1 << 20 };

RAVEL_INSIDE void ravel_check_operations(const struct ravel_operation *operations, int n) {
  if (n < 1)
    ravel_refuse("there are no operations");
  for (int i = 0; i < n; i++) {
    const struct ravel_range arg = operations[i].arg;
    if (arg.last < arg.first)
      ravel_refuse(
          "the last argument of an operation is lower than its first: .arg = {first, last}");
    if ((unsigned long)arg.last - (unsigned long)arg.first >= RAVEL_MAX_ARGUMENTS / (unsigned)n)
      ravel_refuse("the arguments of an operation are too many to try all of them");
    if (operations[i].bytes > RAVEL_MAX_RESULT)
      ravel_refuse("the result of an operation has more than 64 bytes");
    if (operations[i].bytes ? !operations[i].fill : !operations[i].function)
      ravel_refuse("an operation has no function, or .bytes but no .fill");
  }
}

RAVEL_INSIDE void ravel_check_scenario(const struct ravel_scenario *s) {
  if (s->threads > RAVEL_MAX_THREADS || s->random_threads > RAVEL_MAX_THREADS)
    ravel_refuse("more than 16 threads");
  if (s->threads < 0 || s->operations < 0 || s->initial < 0 || s->final < 0 || s->random < 0 ||
      s->random_threads < 0 || s->random_operations < 0)
    ravel_refuse("a number in the scenario is negative");
  if (s->threads < 2 && !s->model && !s->only && !s->random)
    ravel_refuse("one thread alone is always right: give two, or a model that it is compared with");
  if (s->random && !s->only &&
      s->initial + s->final + s->random_threads * s->random_operations > RAVEL_MAX_CALLS)
    ravel_refuse("a random scenario has more than 64 operations");
}

RAVEL_INSIDE int ravel_check_object(void *(*make)(void), void (*destroy)(void *object),
                                    const struct ravel_operation *operations, int n_operations,
                                    struct ravel_scenario s, const char *file, unsigned line) {
  struct ravel_check *check = &ravel_the_check;
  const struct ravel_model itself = {make, destroy, operations, 0};
  s.threads = s.threads ? s.threads : 2;
  s.operations = s.operations ? s.operations : 2;
  s.random_threads = s.random_threads ? s.random_threads : s.threads + 1;
  s.random_operations = s.random_operations ? s.random_operations : s.operations + 1;
  ravel_check_operations(operations, n_operations);
  if (s.model)
    ravel_check_operations(s.model->operations, n_operations);
  ravel_check_scenario(&s);
  check->history.n = 0;
  check->history.returned = 0;
  check->history.operations = operations;
  check->history.model = s.model ? *s.model : itself;
  check->history.real_time = s.condition == RAVEL_LINEARIZABLE;
  check->how = RAVEL_ONE_BY_ONE;
  check->scenario = s;
  check->destroy = destroy;
  check->n_operations = n_operations;
  check->file = file;
  check->line = line;
  if (ravel_runtime_explores && ravel_runtime_explores())
    ravel_explore(check, make);
  else
    ravel_just_run(check, make);
  return 0;
}

/* 0; where results are wrong, an assertion fails. With Ravel the program ends here: what comes
 * after the call runs only without it. */
#define ravel_linearizable(make, destroy, operations, n_operations, ...)                           \
  ravel_check_object(make, destroy, operations, n_operations, __VA_ARGS__, __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
