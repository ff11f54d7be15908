/*
 * The sequential object: what its calls return when they are made one after the other. What
 * ravel_linearizable.h is made of; a program includes that one.
 *
 * A model whose bytes are its whole state is copied before each call. Any other object can only be
 * run: the runs are kept as a tree, in which a run is found by its calls, so that none is made
 * twice. One object is alive, and goes on from where it is; elsewhere it is made anew.
 */
#ifndef RAVEL_SEQUENTIAL_H
#define RAVEL_SEQUENTIAL_H

#include <setjmp.h>

#include "ravel_calls.h"

#ifdef __cplusplus
extern "C" {
#endif

RAVEL_INSIDE void ravel_escape(void *where) {
  longjmp(*(jmp_buf *)where, 1);
}

RAVEL_INSIDE void ravel_perform(const struct ravel_operation *operation, void *object,
                                long argument, union ravel_result *result) {
  if (operation->bytes) {
    memset(result->bytes, 0, operation->bytes); /* what is not filled in is no difference */
    operation->fill(object, argument, result->bytes);
  } else
    result->number = operation->function(object, argument);
}

/* Whether it came back. */
RAVEL_INSIDE int ravel_perform_alone(const struct ravel_operation *operation, void *object,
                                     long argument, union ravel_result *result) {
  jmp_buf where;
  if (!ravel_runtime_waits_to) {
    ravel_perform(operation, object, argument, result);
    return 1;
  }
  if (setjmp(where)) {
    ravel_runtime_waits_to(NULL, NULL);
    return 0;
  }
  ravel_runtime_waits_to(ravel_escape, &where);
  ravel_perform(operation, object, argument, result);
  ravel_runtime_waits_to(NULL, NULL);
  return 1;
}

/* --- runs ----------------------------------------------------------------------------------------
 */

/* A run: one call more than its parent. Number 0 is the run without calls. */
struct ravel_run {
  int parent, child, sibling; /* 0: there is none */
  int operation, length;
  long argument;
  int comes_back; /* the last call does, with */
  union ravel_result result;
};

static struct ravel_runs {
  struct ravel_run *list;
  int n, capacity;
  void *object;               /* the one that is alive; NULL: none is, */
  int at;                     /* after this run, */
  long made[RAVEL_MAX_CALLS]; /* whose calls returned these numbers */
} ravel_the_runs;

RAVEL_INSIDE void ravel_end_object(const struct ravel_history *h) {
  if (ravel_the_runs.object && h->model.destroy)
    h->model.destroy(ravel_the_runs.object);
  ravel_the_runs.object = NULL;
}

RAVEL_INSIDE void ravel_forget_runs(const struct ravel_history *h) {
  ravel_end_object(h);
  free(ravel_the_runs.list);
  ravel_the_runs.list = NULL;
  ravel_the_runs.n = ravel_the_runs.capacity = 0;
}

RAVEL_INSIDE int ravel_add_run(int parent, int operation, long argument) {
  struct ravel_runs *runs = &ravel_the_runs;
  if (runs->n == runs->capacity) {
    runs->capacity = runs->capacity ? 2 * runs->capacity : 32;
    runs->list =
        (struct ravel_run *)realloc(runs->list, (size_t)runs->capacity * sizeof *runs->list);
  }
  struct ravel_run *run = &runs->list[runs->n];
  memset(run, 0, sizeof *run);
  if (runs->n > 0) {
    struct ravel_run *before = &runs->list[parent];
    run->parent = parent;
    run->sibling = before->child;
    run->length = before->length + 1;
    run->operation = operation;
    run->argument = argument;
    before->child = runs->n;
  }
  return runs->n++;
}

/* Of pointers only the first place in the run counts where there is the same: its number. */
RAVEL_INSIDE long ravel_name_pointer(const struct ravel_history *h, int run, long pointer) {
  int first = ravel_the_runs.list[run].length;
  for (int at = run; at; at = ravel_the_runs.list[at].parent) {
    const struct ravel_run *earlier = &ravel_the_runs.list[at];
    if (h->model.operations[earlier->operation].pointer &&
        ravel_the_runs.made[earlier->length - 1] == pointer)
      first = earlier->length;
  }
  return pointer ? first : 0;
}

/* The object that is alive makes the last call of a run. */
RAVEL_INSIDE void ravel_make_last_call(const struct ravel_history *h, int number) {
  struct ravel_runs *runs = &ravel_the_runs;
  struct ravel_run *run = &runs->list[number];
  const struct ravel_operation *operation = &h->model.operations[run->operation];
  union ravel_result result;
  memset(&result, 0, sizeof result);
  run->comes_back = ravel_perform_alone(operation, runs->object, run->argument, &result);
  runs->made[run->length - 1] = result.number;
  runs->at = number;
  if (operation->pointer)
    result.number = ravel_name_pointer(h, number, result.number);
  run->result = result;
  if (!run->comes_back)
    runs->object = NULL; /* nobody knows what can be done with it */
}

/* Makes an object that has made the calls of a run. */
RAVEL_INSIDE void ravel_make_run(const struct ravel_history *h, int number) {
  struct ravel_runs *runs = &ravel_the_runs;
  int path[RAVEL_MAX_CALLS], n = 0;
  if (runs->object && runs->at == number)
    return;
  ravel_end_object(h);
  runs->object = h->model.make();
  for (int at = number; at; at = runs->list[at].parent)
    path[n++] = at;
  while (n > 0)
    ravel_make_last_call(h, path[--n]);
  runs->at = number;
}

/* The run with one call more. */
RAVEL_INSIDE int ravel_next_run(const struct ravel_history *h, int parent,
                                const struct ravel_call *call) {
  struct ravel_runs *runs = &ravel_the_runs;
  int run = runs->list[parent].child;
  while (run && (runs->list[run].operation != call->operation ||
                 runs->list[run].argument != call->argument))
    run = runs->list[run].sibling;
  if (run)
    return run;
  ravel_make_run(h, parent);
  run = ravel_add_run(parent, call->operation, call->argument);
  ravel_make_last_call(h, run);
  return run;
}

/* --- orders of calls -----------------------------------------------------------------------------
 */

/* An order of some calls, with the results that the sequential object gives. */
struct ravel_order {
  int calls[RAVEL_MAX_CALLS], n;
  unsigned long long done; /* the same as bits */
  union ravel_result results[RAVEL_MAX_CALLS];
  int runs[RAVEL_MAX_CALLS + 1];
  void *states[RAVEL_MAX_CALLS + 1]; /* of a model with a size: before each call */
};

/* Makes one call more; whether it comes back. */
RAVEL_INSIDE int ravel_extend_order(const struct ravel_history *h, struct ravel_order *order,
                                    int next) {
  const struct ravel_call *call = &h->calls[next];
  const int last = order->n++;
  order->calls[last] = next;
  order->done |= 1ull << next;
  if (!h->model.size) {
    order->runs[last + 1] = ravel_next_run(h, order->runs[last], call);
    order->results[last] = ravel_the_runs.list[order->runs[last + 1]].result;
    return ravel_the_runs.list[order->runs[last + 1]].comes_back;
  }
  memcpy(order->states[last + 1], order->states[last], h->model.size);
  return ravel_perform_alone(&h->model.operations[call->operation], order->states[last + 1],
                             call->argument, &order->results[last]);
}

RAVEL_INSIDE void ravel_shorten_order(struct ravel_order *order) {
  order->done &= ~(1ull << order->calls[--order->n]);
}

RAVEL_INSIDE void ravel_begin_order(const struct ravel_history *h, struct ravel_order *order) {
  order->n = 0;
  order->done = 0;
  order->runs[0] = 0;
  if (!h->model.size && ravel_the_runs.n == 0)
    ravel_add_run(0, 0, 0);
  if (!h->model.size)
    return;
  const size_t stride = (h->model.size + 15) & ~(size_t)15; /* as malloc() would align them */
  char *states = (char *)malloc((size_t)h->n * stride);
  order->states[0] = h->model.make();
  for (int i = 1; i <= h->n; i++)
    order->states[i] = states + (size_t)(i - 1) * stride;
}

RAVEL_INSIDE void ravel_end_order(const struct ravel_history *h, struct ravel_order *order) {
  if (!h->model.size)
    return;
  free(order->states[1]);
  if (h->model.destroy)
    h->model.destroy(order->states[0]);
}

/* All calls, as they are numbered, on an object of their own: how many come back, with which
 * results. */
RAVEL_INSIDE int ravel_run_all(const struct ravel_history *h, union ravel_result *results) {
  void *object = h->model.make();
  int n = 0;
  while (n < h->n && ravel_perform_alone(&h->model.operations[h->calls[n].operation], object,
                                         h->calls[n].argument, &results[n]))
    n++;
  if (n == h->n && h->model.destroy)
    h->model.destroy(object);
  return n;
}

/* Whether an object that is made anew behaves as the one before did. */
RAVEL_INSIDE int ravel_is_made_anew(const struct ravel_history *h) {
  static union ravel_result first[RAVEL_MAX_CALLS], second[RAVEL_MAX_CALLS];
  const int n = ravel_run_all(h, first);
  int same = n == ravel_run_all(h, second);
  for (int i = 0; i < n && same; i++) {
    const struct ravel_operation *operation = &h->model.operations[h->calls[i].operation];
    if (operation->bytes)
      same = memcmp(first[i].bytes, second[i].bytes, operation->bytes) == 0;
    else
      same = operation->pointer || first[i].number == second[i].number;
  }
  return same;
}

#ifdef __cplusplus
}
#endif

#endif
