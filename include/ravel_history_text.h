/*
 * What is told of a history that is not linearizable: what ravel_linearizable.h is made of. A
 * program includes that one.
 */
#ifndef RAVEL_HISTORY_TEXT_H
#define RAVEL_HISTORY_TEXT_H

#include "ravel_history.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RAVEL_MAX_CELL = 48,
  RAVEL_MAX_SCENARIO = RAVEL_MAX_CALLS * (RAVEL_MAX_CELL + 4),
  RAVEL_MAX_ORDERS = 200000
};

RAVEL_INSIDE void ravel_append(char *text, size_t size, const char *more) {
  const size_t used = strlen(text);
  snprintf(text + used, size - used, "%s", more);
}

/* push(1), pop() */
RAVEL_INSIDE void ravel_call_text(const struct ravel_history *h, const struct ravel_call *call,
                                  char *text, size_t size) {
  const struct ravel_operation *operation = &h->operations[call->operation];
  if (operation->arg.first == 0 && operation->arg.last == 0)
    snprintf(text, size, "%s()", operation->name);
  else
    snprintf(text, size, "%s(%ld)", operation->name, call->argument);
}

RAVEL_INSIDE void ravel_result_text(const struct ravel_operation *operation,
                                    const union ravel_result *result, char *text, size_t size) {
  if (operation->print)
    operation->print(text, size, result->number);
  else if (operation->pointer)
    snprintf(text, size, result->number ? "%#lx" : "NULL", (unsigned long)result->number);
  else if (!operation->bytes)
    snprintf(text, size, "%ld", result->number);
  *text = operation->bytes && !operation->print ? 0 : *text;
  for (size_t i = 0; i < operation->bytes && !operation->print && 2 * i + 3 < size; i++)
    snprintf(text + 2 * i, 3, "%02x", result->bytes[i]);
}

/* push(1) = 0 */
RAVEL_INSIDE void ravel_outcome_text(const struct ravel_history *h, const struct ravel_call *call,
                                     char *text, size_t size) {
  char result[RAVEL_MAX_CELL];
  ravel_call_text(h, call, text, size);
  if (!call->returned) {
    ravel_append(text, size, " ...");
    return;
  }
  ravel_result_text(&h->operations[call->operation], &call->result, result, sizeof result);
  ravel_append(text, size, " = ");
  ravel_append(text, size, result);
}

/* The scenario in one line, as it can be given back: [push(1)] push(2) pop() | pop() */
RAVEL_INSIDE void ravel_scenario_text(const struct ravel_history *h, char *text, size_t size) {
  char call[RAVEL_MAX_CELL];
  *text = 0;
  for (int i = 0; i < h->n; i++) {
    const int thread = h->calls[i].thread, before = i ? h->calls[i - 1].thread : -1;
    ravel_call_text(h, &h->calls[i], call, sizeof call);
    if (i > 0)
      ravel_append(text, size, thread == before || !thread || !before ? " " : " | ");
    if ((i == 0 && h->initial) || i == h->n - h->final)
      ravel_append(text, size, "[");
    ravel_append(text, size, call);
    if (i + 1 == h->initial || (h->final && i + 1 == h->n))
      ravel_append(text, size, "]");
  }
}

/* --- the table -----------------------------------------------------------------------------------
 */

/* When calls were invoked: sets of calls that had returned by then, of which each contains the one
 * before. That is all that is known of time. */
struct ravel_times {
  unsigned long long sets[RAVEL_MAX_CALLS];
  int n;
};

RAVEL_INSIDE void ravel_find_times(const struct ravel_history *h, struct ravel_times *times) {
  times->n = 0;
  for (int i = 0; i < h->n; i++) {
    const unsigned long long set = h->calls[i].before;
    int at = 0;
    while (at < times->n && (times->sets[at] & ~set) == 0 && times->sets[at] != set)
      at++;
    if (!h->calls[i].invoked || (at < times->n && times->sets[at] == set))
      continue;
    for (int j = times->n++; j > at; j--)
      times->sets[j] = times->sets[j - 1];
    times->sets[at] = set;
  }
}

/* The call of a thread that is under way at a time; -1: none. */
RAVEL_INSIDE int ravel_call_at(const struct ravel_history *h, int thread,
                               const struct ravel_times *times, int row) {
  for (int i = 0; i < h->n; i++) {
    const struct ravel_call *call = &h->calls[i];
    const int begun = call->invoked && (call->before & ~times->sets[row]) == 0;
    if (call->thread == thread && begun && !(times->sets[row] >> i & 1))
      return i;
  }
  return -1;
}

RAVEL_INSIDE void ravel_print_cell(const struct ravel_history *h, int call, int first) {
  char text[2 * RAVEL_MAX_CELL] = "";
  if (call >= 0 && first)
    ravel_outcome_text(h, &h->calls[call], text, sizeof text);
  printf("  %-22s", call < 0 ? "" : first ? text : "|");
}

RAVEL_INSIDE void ravel_print_table(const struct ravel_history *h) {
  struct ravel_times times;
  int uses_main = 0;
  ravel_find_times(h, &times);
  for (int i = 0; i < h->n; i++)
    uses_main |= h->calls[i].thread == 0;
  for (int thread = !uses_main; thread <= h->threads; thread++) {
    char name[RAVEL_MAX_CELL];
    snprintf(name, sizeof name, thread ? "thread %d" : "main", thread);
    printf("  %-22s", name);
  }
  printf("\n");
  for (int row = 0; row < times.n; row++) {
    for (int thread = !uses_main; thread <= h->threads; thread++) {
      const int call = ravel_call_at(h, thread, &times, row);
      ravel_print_cell(h, call, call >= 0 && h->calls[call].before == times.sets[row]);
    }
    printf("\n");
  }
  printf("(time goes down; | is a call that has not returned yet)\n");
}

/* --- why -----------------------------------------------------------------------------------------
 */

RAVEL_INSIDE int ravel_wrong_results(const struct ravel_history *h,
                                     const struct ravel_order *order) {
  int wrong = 0;
  for (int i = 0; i < order->n; i++)
    wrong += !ravel_same_result(h, order, i);
  return wrong;
}

/* Of the orders of all calls that returned, one with the fewest results that differ. */
RAVEL_INSIDE int ravel_nearest_order(const struct ravel_history *h, struct ravel_order *nearest) {
  const unsigned long long all = ravel_calls_that_returned(h);
  struct ravel_order order;
  int best = RAVEL_MAX_CALLS + 1, next = 0;
  ravel_begin_order(h, &order);
  for (long tries = 0; tries < RAVEL_MAX_ORDERS; tries++) {
    while (next < h->n && !ravel_may_be_next(h, &order, next))
      next++;
    if (next == h->n) {
      if (order.n == 0)
        break;
      next = order.calls[order.n - 1] + 1;
      ravel_shorten_order(&order);
      continue;
    }
    const int comes_back = ravel_extend_order(h, &order, next++);
    const int wrong = comes_back ? ravel_wrong_results(h, &order) : best;
    const int complete = (order.done & all) == all;
    if (complete && wrong < best) {
      best = wrong;
      *nearest = order;
    }
    if (complete || wrong >= best)
      ravel_shorten_order(&order);
    else
      next = 0;
  }
  ravel_end_order(h, &order);
  return best <= RAVEL_MAX_CALLS;
}

RAVEL_INSIDE void ravel_print_nearest(const struct ravel_history *h) {
  struct ravel_order nearest;
  char text[RAVEL_MAX_CELL], result[RAVEL_MAX_CELL];
  if (!ravel_nearest_order(h, &nearest))
    return;
  printf("one after the other, in the order that comes nearest:\n");
  for (int i = 0; i < nearest.n; i++) {
    const struct ravel_call *call = &h->calls[nearest.calls[i]];
    const struct ravel_operation *operation = &h->operations[call->operation];
    ravel_call_text(h, call, text, sizeof text);
    const int same = ravel_same_result(h, &nearest, i);
    ravel_result_text(operation, same ? &call->result : &nearest.results[i], result, sizeof result);
    if (!same && operation->pointer && nearest.results[i].number)
      snprintf(result, sizeof result, "another pointer");
    printf("  %s = %s", text, result);
    ravel_result_text(operation, &call->result, result, sizeof result);
    if (!same)
      printf(", but it returned %s", result);
    printf("\n");
  }
  for (int i = 0; i < h->n; i++)
    if (h->calls[i].invoked && !h->calls[i].returned) {
      ravel_call_text(h, &h->calls[i], text, sizeof text);
      printf("  %s, which waits for ever here\n", text);
    }
}

/* What can be said without knowing what the operations mean: a value came out before the call began
 * that it went in by, or more often than it went in. */
RAVEL_INSIDE void ravel_print_reason(const struct ravel_history *h) {
  char text[RAVEL_MAX_CELL], other[RAVEL_MAX_CELL];
  for (int i = 0; i < h->n; i++) {
    const struct ravel_call *out = &h->calls[i];
    const struct ravel_operation *operation = &h->operations[out->operation];
    if (!out->returned || operation->bytes || operation->pointer)
      continue;
    for (int j = 0; j < h->n; j++) {
      const struct ravel_operation *taking = &h->operations[h->calls[j].operation];
      if (h->calls[j].argument != out->result.number || !(h->calls[j].before >> i & 1) ||
          taking == operation || (taking->arg.first == 0 && taking->arg.last == 0))
        continue;
      ravel_call_text(h, out, text, sizeof text);
      ravel_call_text(h, &h->calls[j], other, sizeof other);
      printf("%s returned %ld before %s began\n", text, out->result.number, other);
      return;
    }
  }
}

#ifdef __cplusplus
}
#endif

#endif
