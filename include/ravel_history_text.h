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

/* A call with its argument, a result, and both. */
enum {
  RAVEL_MAX_CALL_TEXT = RAVEL_MAX_NAME + 24,
  RAVEL_MAX_RESULT_TEXT = 2 * RAVEL_MAX_RESULT + 8,
  RAVEL_MAX_CELL = RAVEL_MAX_CALL_TEXT + RAVEL_MAX_RESULT_TEXT,
  RAVEL_MAX_SCENARIO = RAVEL_MAX_CALLS * (RAVEL_MAX_CALL_TEXT + 4),
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
  if (ravel_takes_argument(operation))
    snprintf(text, size, "%s(%ld)", operation->name, call->argument);
  else
    snprintf(text, size, "%s()", operation->name);
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
  char result[RAVEL_MAX_RESULT_TEXT];
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
  char call[RAVEL_MAX_CALL_TEXT];
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

/* False: some sets do not contain each other, as happens-before does not order all calls. */
RAVEL_INSIDE int ravel_find_times(const struct ravel_history *h, struct ravel_times *times) {
  times->n = 0;
  for (int i = 0; i < h->n; i++) {
    const unsigned long long set = h->calls[i].before;
    int at = 0;
    while (at < times->n && (times->sets[at] & ~set) == 0 && times->sets[at] != set)
      at++;
    if (!h->calls[i].invoked || (at < times->n && times->sets[at] == set))
      continue;
    if (at < times->n && set & ~times->sets[at])
      return 0;
    for (int j = times->n++; j > at; j--)
      times->sets[j] = times->sets[j - 1];
    times->sets[at] = set;
  }
  return 1;
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

RAVEL_INSIDE int ravel_column_width(const struct ravel_history *h) {
  char text[RAVEL_MAX_CELL];
  size_t width = 22;
  for (int i = 0; i < h->n; i++) {
    ravel_outcome_text(h, &h->calls[i], text, sizeof text);
    width = h->calls[i].invoked && strlen(text) > width ? strlen(text) : width;
  }
  return (int)width;
}

RAVEL_INSIDE void ravel_print_heads(const struct ravel_history *h, int first, int width) {
  for (int thread = first; thread <= h->threads; thread++) {
    char name[16] = "main";
    if (thread)
      snprintf(name, sizeof name, "thread %d", thread);
    printf("  %-*s", width, name);
  }
  printf("\n");
}

/* A call, or `|` where it goes on; -1: nothing. */
RAVEL_INSIDE void ravel_print_cell(const struct ravel_history *h, int call, int begins, int width) {
  char text[RAVEL_MAX_CELL] = "";
  if (call >= 0 && begins)
    ravel_outcome_text(h, &h->calls[call], text, sizeof text);
  printf("  %-*s", width, call < 0 || begins ? text : "|");
}

RAVEL_INSIDE void ravel_print_times(const struct ravel_history *h, const struct ravel_times *times,
                                    int first, int width) {
  for (int row = 0; row < times->n; row++) {
    for (int thread = first; thread <= h->threads; thread++) {
      const int call = ravel_call_at(h, thread, times, row);
      ravel_print_cell(h, call, call >= 0 && h->calls[call].before == times->sets[row], width);
    }
    printf("\n");
  }
  printf("(time goes down; | is a call that has not returned yet)\n");
}

/* Where each call stands if only the order of each thread is known: main's first calls come before
 * all others, and its last ones after them. The number of rows. */
RAVEL_INSIDE int ravel_find_rows(const struct ravel_history *h, int *rows) {
  int n = 0, next = 0;
  for (int i = 0; i < h->n; i++) {
    if (i > 0 && h->calls[i].thread != h->calls[i - 1].thread)
      next = h->calls[i].thread ? h->initial : n;
    rows[i] = next++;
    n = next > n ? next : n;
  }
  return n;
}

RAVEL_INSIDE void ravel_print_columns(const struct ravel_history *h, int first, int width) {
  int rows[RAVEL_MAX_CALLS];
  const int n = ravel_find_rows(h, rows);
  for (int row = 0; row < n; row++) {
    for (int thread = first; thread <= h->threads; thread++) {
      int at = -1;
      for (int i = 0; i < h->n; i++)
        at = h->calls[i].thread == thread && rows[i] == row && h->calls[i].invoked ? i : at;
      ravel_print_cell(h, at, 1, width);
    }
    printf("\n");
  }
}

RAVEL_INSIDE int ravel_orders_threads(const struct ravel_history *h, int a, int b) {
  return h->calls[b].before >> a & 1 && h->calls[a].thread && h->calls[b].thread &&
         h->calls[a].thread != h->calls[b].thread;
}

/* Of calls of different threads, which one comes first. */
RAVEL_INSIDE void ravel_print_orders(const struct ravel_history *h) {
  char first[RAVEL_MAX_CALL_TEXT], second[RAVEL_MAX_CALL_TEXT];
  int n = 0;
  printf("(each column goes down; no call happens before one of another thread");
  for (int b = 0; b < h->n; b++)
    for (int a = 0; a < h->n; a++)
      if (ravel_orders_threads(h, a, b)) {
        ravel_call_text(h, &h->calls[a], first, sizeof first);
        ravel_call_text(h, &h->calls[b], second, sizeof second);
        printf("%s  %s of thread %d happens before %s of thread %d\n", n++ ? "" : ", but:)\n",
               first, h->calls[a].thread, second, h->calls[b].thread);
      }
  if (n == 0)
    printf(")\n");
}

RAVEL_INSIDE void ravel_print_table(const struct ravel_history *h) {
  struct ravel_times times;
  const int width = ravel_column_width(h);
  int first = 1;
  for (int i = 0; i < h->n; i++)
    first = h->calls[i].thread == 0 ? 0 : first;
  ravel_print_heads(h, first, width);
  if (ravel_find_times(h, &times))
    ravel_print_times(h, &times, first, width);
  else {
    ravel_print_columns(h, first, width);
    ravel_print_orders(h);
  }
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
  char text[RAVEL_MAX_CALL_TEXT], result[RAVEL_MAX_RESULT_TEXT];
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

/* Whether some order fits if the first call need not come before the second one. */
RAVEL_INSIDE int ravel_fits_without(struct ravel_history *h, int first, int second) {
  struct ravel_order order;
  h->calls[second].before &= ~(1ull << first);
  const int fits = ravel_has_order(h, RAVEL_NO_CALL, &order);
  h->calls[second].before |= 1ull << first;
  return fits;
}

/* Which two calls would have to overlap: true if it was found. */
RAVEL_INSIDE int ravel_print_pair(struct ravel_history *h) {
  char first[RAVEL_MAX_CALL_TEXT], second[RAVEL_MAX_CALL_TEXT], result[RAVEL_MAX_RESULT_TEXT];
  for (int b = 0; b < h->n; b++)
    for (int a = 0; a < h->n; a++) {
      if (!(h->calls[b].before >> a & 1) || h->calls[a].thread == h->calls[b].thread ||
          !h->calls[a].thread || !h->calls[b].thread || !ravel_fits_without(h, a, b))
        continue;
      ravel_call_text(h, &h->calls[a], first, sizeof first);
      ravel_call_text(h, &h->calls[b], second, sizeof second);
      ravel_result_text(&h->operations[h->calls[a].operation], &h->calls[a].result, result,
                        sizeof result);
      printf("%s of thread %d returned %s before %s of thread %d began; if they overlapped, some "
             "order would fit\n",
             first, h->calls[a].thread, result, second, h->calls[b].thread);
      return 1;
    }
  return 0;
}

/* Why no order fits: two calls would have to overlap, or more of them, or the results do not go
 * together at all. */
RAVEL_INSIDE void ravel_print_reason(struct ravel_history *h) {
  struct ravel_order order;
  if (!h->real_time || ravel_has_order(h, RAVEL_NO_CALL, &order) || ravel_print_pair(h))
    return;
  h->real_time = 0;
  const int fits = ravel_has_order(h, RAVEL_NO_CALL, &order);
  h->real_time = 1;
  printf(
      fits ? "some order of the calls of each thread fits, but none in which calls come first that "
             "returned before others began\n"
           : "no order fits, whichever calls of different threads overlap\n");
}

#ifdef __cplusplus
}
#endif

#endif
