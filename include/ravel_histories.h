/*
 * Scenarios are run, and their histories are checked. What ravel_linearizable.h is made of; a
 * program includes that one.
 */
#ifndef RAVEL_HISTORIES_H
#define RAVEL_HISTORIES_H

#include <pthread.h>

#include "ravel_findings.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- running it ----------------------------------------------------------------------------------
 */

static pthread_mutex_t ravel_history_lock = PTHREAD_MUTEX_INITIALIZER; /* without Ravel */

RAVEL_INSIDE unsigned long long ravel_all_returned(const struct ravel_returned *returned) {
  unsigned long long all = 0;
  for (unsigned i = 0; i <= returned->threads; i++)
    all |= returned->of[i];
  return all;
}

RAVEL_INSIDE unsigned long long ravel_invoke(struct ravel_check *check, struct ravel_call *call,
                                             struct ravel_named operation) {
  struct ravel_history *h = &check->history;
  if (ravel_runtime_invoke)
    return ravel_runtime_invoke(&h->returned, call->thread,
                                check->how == RAVEL_ONE_BY_ONE && h->real_time, &call->span,
                                operation, call->argument);
  pthread_mutex_lock(&ravel_history_lock);
  const unsigned long long returned = ravel_all_returned(&h->returned);
  pthread_mutex_unlock(&ravel_history_lock);
  return returned;
}

RAVEL_INSIDE void ravel_return(struct ravel_check *check, int i, struct ravel_named operation,
                               long result) {
  struct ravel_history *h = &check->history;
  const int thread = h->calls[i].thread;
  if (ravel_runtime_return) {
    ravel_runtime_return(&h->returned, thread, 1ull << i,
                         check->how == RAVEL_ONE_BY_ONE && h->real_time, &h->calls[i].span,
                         operation, result);
    return;
  }
  pthread_mutex_lock(&ravel_history_lock);
  h->returned.of[thread] |= 1ull << i;
  pthread_mutex_unlock(&ravel_history_lock);
}

RAVEL_INSIDE void ravel_count_steps(const struct ravel_check *check, int call) {
  const unsigned steps = (unsigned)check->scenario.steps;
  unsigned most = steps;
  if (check->scenario.progress == RAVEL_LOCK_FREE)
    most *= (unsigned)check->history.n;
  if (check->scenario.progress == RAVEL_OBSTRUCTION_FREE)
    ravel_runtime_progress(call, 16 * steps, steps, ravel_no_progress);
  else
    ravel_runtime_progress(call, most, most, ravel_no_progress);
}

RAVEL_INSIDE void ravel_make_call(struct ravel_check *check, int i) {
  struct ravel_call *call = &check->history.calls[i];
  const struct ravel_operation *operation = &check->history.operations[call->operation];
  const struct ravel_named named = {
      operation->name, operation->bytes ? (void *)operation->fill : (void *)operation->function,
      ravel_takes_argument(operation), operation->bytes == 0};
  call->before = ravel_invoke(check, call, named);
  call->invoked = 1;
  if (check->scenario.progress && !operation->may_block && ravel_runtime_progress)
    ravel_count_steps(check, i);
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

RAVEL_INSIDE void ravel_begin_history(struct ravel_history *h) {
  ravel_forget_runs(h);
  h->n = 0;
  for (int i = 0; i <= RAVEL_MAX_THREADS; i++)
    h->returned.of[i] = 0;
}

RAVEL_INSIDE void ravel_start_threads(struct ravel_check *check, pthread_t *threads) {
  check->history.returned.threads = (unsigned)check->history.threads;
  for (int i = 0; i < check->history.initial; i++)
    ravel_make_call(check, i);
  for (long i = 1; i <= check->history.threads; i++)
    if (pthread_create(&threads[i], NULL, ravel_thread, (void *)i) != 0)
      ravel_refuse("pthread_create failed");
}

/* What tells scenarios apart, and what tells histories apart. */
struct ravel_bytes {
  unsigned char at[sizeof(long) + RAVEL_MAX_CALLS * (6 * sizeof(long) + RAVEL_MAX_RESULT)];
  size_t n;
};

RAVEL_INSIDE void ravel_add_word(struct ravel_bytes *bytes, unsigned long long word) {
  for (size_t i = 0; i < sizeof word; i++)
    bytes->at[bytes->n++] = (unsigned char)(word >> 8 * i);
}

RAVEL_INSIDE void ravel_scenario_bytes(const struct ravel_history *h, struct ravel_bytes *bytes) {
  bytes->n = 0;
  ravel_add_word(bytes, (unsigned)h->check);
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
  if (!ravel_is_linearizable(h))
    ravel_found(check, ravel_what_is_wrong(h), 1);
  else if (ravel_runtime_known)
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
      if (a < b && h->calls[a].returned && h->calls[a].thread == h->calls[b].thread)
        h->calls[b].before |= 1ull << a;
  }
}

/* Calls of main come before all others, or after them. */
RAVEL_INSIDE void ravel_order_main(struct ravel_check *check, struct ravel_overlaps *overlaps) {
  struct ravel_history *h = &check->history;
  const int end = h->n - check->history.final;
  for (int a = 0; a < h->n; a++)
    for (int b = 0; b < h->n; b++)
      if (a < b && (a < check->history.initial || b >= end)) {
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
  if (ravel_goes_on_smaller(check))
    return;
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
    if (i >= h->n - check->history.final && !waits) {
      call->before = ravel_all_returned(&h->returned);
      call->invoked = 1;
      call->returned = ravel_perform_alone(&h->operations[call->operation], check->object,
                                           call->argument, &call->result);
      h->returned.of[0] |= (unsigned long long)call->returned << i;
    }
    waits |= !call->returned;
    if (call->invoked && !call->returned && !h->operations[call->operation].may_block) {
      ravel_found(check, "an operation never returns", 0);
      return;
    }
  }
  struct ravel_bytes bytes;
  ravel_scenario_bytes(h, &bytes);
  if (ravel_runtime_judges)
    ravel_runtime_judges();
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

/* Whether the same scenario was drawn with a lower number, up to renaming of threads. */
RAVEL_INSIDE int ravel_was_drawn(const struct ravel_check *check, unsigned number) {
  struct ravel_history sorted = check->history;
  struct ravel_bytes bytes;
  ravel_sort_threads(check, &sorted);
  ravel_scenario_bytes(&sorted, &bytes);
  const int known = ravel_runtime_known(RAVEL_KNOWN_DRAWN, bytes.at, bytes.n, 1);
  ravel_add_word(&bytes, number);
  return ravel_runtime_known(RAVEL_KNOWN_DRAWN_AS, bytes.at, bytes.n, !known) == 0 && known;
}

/* The scenario of this execution, among all that there are; false: what comes after the check. */
RAVEL_INSIDE int ravel_choose_any(struct ravel_check *check) {
  const struct ravel_scenario *s = &check->scenario;
  const unsigned shapes = ravel_count_shapes(check), largest = (unsigned)ravel_largest(s);
  const unsigned number = ravel_choose(shapes + (s->random > 0) + 1);
  struct ravel_smaller *smaller = &check->smaller;
  if (number == shapes + (s->random > 0))
    return 0;
  smaller->is_one = number == shapes;
  if (smaller->is_one) {
    const unsigned drawn = ravel_choose((unsigned)s->random);
    ravel_draw_scenario(check, drawn);
    if (ravel_was_drawn(check, drawn))
      exit(0);
    smaller->number = ravel_drawn_number(check, drawn);
  } else
    ravel_choose_scenario(check, number);
  ravel_runtime_covers(smaller->is_one ? largest : (unsigned)check->history.n - 1, largest);
  return 1;
}

/* The scenario of this execution; false: what comes after the check. */
RAVEL_INSIDE int ravel_choose_one(struct ravel_check *check) {
  const int failed = ravel_drawn_that_failed(check);
  if (failed == RAVEL_ANOTHER_CHECK_HAS_FAILED || check->scenario.only) {
    if (failed == RAVEL_ANOTHER_CHECK_HAS_FAILED || ravel_choose(2) == 1)
      return 0;
    ravel_read_scenario(check, check->scenario.only);
  } else if (failed)
    ravel_choose_smaller(check);
  else
    return ravel_choose_any(check);
  return 1;
}

/* With Ravel: one execution of one scenario. What is to be checked is checked when all threads have
 * ended or wait. One execution is that of the rest of the program, which may make further checks.
 */
RAVEL_INSIDE void ravel_explore(struct ravel_check *check, void *(*make)(void)) {
  pthread_t threads[RAVEL_MAX_THREADS + 1];
  struct ravel_bytes bytes;
  if (!ravel_choose_one(check)) {
    ravel_runtime_goes_on(check->history.check);
    return;
  }
  const int is_smallest = check->smaller.level > 0 && !check->smaller.is_one;
  if (check->smaller.is_one)
    ravel_runtime_is_made_smaller(check->smaller.level, check->smaller.number);
  ravel_scenario_bytes(&check->history, &bytes);
  check->how = ravel_runtime_scenario(
      bytes.at, bytes.n, check->scenario.one_by_one || !check->history.real_time || is_smallest);
  if (check->how == RAVEL_NOT_NOW)
    exit(0);
  if (!ravel_runtime_asks())
    ravel_print_scenario(check);
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
    ravel_begin_history(&check->history);
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

/* Not with strcmp() and strlen(), which Ravel looks at: every execution asks this. */
RAVEL_INSIDE int ravel_same_name(const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  return *a == *b;
}

RAVEL_INSIDE int ravel_is_too_long(const char *name) {
  int length = 0;
  while (length <= RAVEL_MAX_NAME && name[length])
    length++;
  return length > RAVEL_MAX_NAME;
}

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
    if (!operations[i].name)
      ravel_refuse("an operation has no name");
    for (int j = 0; j < i; j++)
      if (ravel_same_name(operations[i].name, operations[j].name))
        ravel_refuse("two operations have the same name");
    if (ravel_is_too_long(operations[i].name))
      ravel_refuse("the name of an operation has more than 63 characters");
    if (operations[i].bytes > RAVEL_MAX_RESULT)
      ravel_refuse("the result of an operation has more than 64 bytes");
    if (operations[i].bytes ? !operations[i].fill : !operations[i].function)
      ravel_refuse("an operation has no function, or .bytes but no .fill");
  }
}

RAVEL_INSIDE void ravel_check_model(const struct ravel_model *model,
                                    const struct ravel_operation *operations, int n) {
  ravel_check_operations(model->operations, n);
  for (int i = 0; i < n; i++)
    if (!ravel_same_name(operations[i].name, model->operations[i].name))
      ravel_refuse("the operations of the model have other names, or another order");
}

/* What is left out of a scenario. Random ones are larger than the others, if they can be. */
RAVEL_INSIDE void ravel_fill_in(struct ravel_scenario *s) {
  s->threads = s->threads ? s->threads : 2;
  s->operations = s->operations ? s->operations : 2;
  s->steps = s->steps ? s->steps : 100;
  if (!s->random_threads)
    s->random_threads = s->threads < RAVEL_MAX_THREADS ? s->threads + 1 : RAVEL_MAX_THREADS;
  const int threads = s->random_threads > 0 ? s->random_threads : 1;
  const int most = (RAVEL_MAX_CALLS - s->initial - s->final) / threads;
  if (!s->random_operations)
    s->random_operations = s->operations < most ? s->operations + 1 : most;
  if (s->random_threads <= s->threads && s->random_operations <= s->operations)
    s->random = s->random < 0 ? s->random : 0; /* all of these are tried anyway */
}

RAVEL_INSIDE void ravel_check_scenario(const struct ravel_scenario *s) {
  if (s->threads > RAVEL_MAX_THREADS || (s->random && s->random_threads > RAVEL_MAX_THREADS))
    ravel_refuse("more than 16 threads");
  if (s->threads < 0 || s->operations < 0 || s->initial < 0 || s->final < 0 || s->random < 0 ||
      s->random_threads < 0 || s->random_operations < 0 || s->steps < 0)
    ravel_refuse("a number in the scenario is negative");
  if (s->random > RAVEL_MAX_RANDOM)
    ravel_refuse("more than 1,048,576 random scenarios");
  if ((unsigned)s->condition > RAVEL_SEQUENTIALLY_CONSISTENT ||
      (unsigned)s->progress > RAVEL_WAIT_FREE)
    ravel_refuse("there is no such .condition or .progress");
  if (s->threads < 2 && !s->model && !s->only && !s->random)
    ravel_refuse("one thread alone is always right: give two, or a model that it is compared with");
  if (!s->only && (s->operations > RAVEL_MAX_CALLS || s->initial > RAVEL_MAX_CALLS ||
                   s->final > RAVEL_MAX_CALLS || ravel_largest(s) > RAVEL_MAX_CALLS))
    ravel_refuse("the largest scenario has more than 64 operations");
  if (s->random && !s->only &&
      s->initial + s->final + s->random_threads * s->random_operations > RAVEL_MAX_CALLS)
    ravel_refuse("a random scenario has more than 64 operations");
}

/* How many checks the program has begun, in all its files. */
__attribute__((weak)) int ravel_checks;

RAVEL_INSIDE int ravel_check_object(void *(*make)(void), void (*destroy)(void *object),
                                    const struct ravel_operation *operations, int n_operations,
                                    struct ravel_scenario s, struct ravel_source source) {
  struct ravel_check *check = &ravel_the_check;
  const struct ravel_model itself = {make, destroy, operations, 0};
  check->source = source;
  ravel_fill_in(&s);
  ravel_check_operations(operations, n_operations);
  if (s.model)
    ravel_check_model(s.model, operations, n_operations);
  ravel_check_scenario(&s);
  ravel_begin_history(&check->history);
  check->smaller = (struct ravel_smaller){0, 0, 0};
  check->history.operations = operations;
  check->history.model = s.model ? *s.model : itself;
  check->history.real_time = s.condition == RAVEL_LINEARIZABLE;
  check->how = RAVEL_ONE_BY_ONE;
  check->scenario = s;
  check->destroy = destroy;
  check->n_operations = n_operations;
  check->history.check = ++ravel_checks;
  if (ravel_runtime_explores && ravel_runtime_explores())
    ravel_explore(check, make);
  else
    ravel_just_run(check, make);
  return 0;
}

#ifdef __cplusplus
}
#endif

#endif
