/*
 * A scenario that was drawn at random and fails is made smaller: without a thread, without a call,
 * with a lower argument, as long as it still fails. What ravel_linearizable.h is made of; a program
 * includes that one.
 *
 * Ravel keeps how the smallest one so far came about: which scenario was drawn, which of those that
 * are one step smaller failed, and so on. Every execution follows that, and then chooses among the
 * next ones, and last itself. That it fails is told only then: all that are smaller pass. A crash
 * or a data race, which is not found here, is a failure, too.
 */
#ifndef RAVEL_SMALLER_H
#define RAVEL_SMALLER_H

#include "ravel_scenarios.h"

#ifdef __cplusplus
extern "C" {
#endif

RAVEL_INSIDE void ravel_remove_call(struct ravel_history *h, int call) {
  if (call < h->initial)
    h->initial--;
  else if (call >= h->n - h->final)
    h->final--;
  h->n--;
  for (int i = call; i < h->n; i++)
    h->calls[i] = h->calls[i + 1];
}

RAVEL_INSIDE void ravel_remove_thread(struct ravel_history *h, int thread) {
  for (int i = h->n - 1; i >= 0; i--)
    if (h->calls[i].thread == thread)
      ravel_remove_call(h, i);
    else if (h->calls[i].thread > thread)
      h->calls[i].thread--;
  h->threads--;
}

/* Whether the threads after it may make each other's calls: they get other numbers. */
RAVEL_INSIDE int ravel_can_remove_thread(const struct ravel_check *check, int thread) {
  const struct ravel_history *h = &check->history;
  if (h->threads == 1)
    return 0;
  for (int i = 0; i < h->n; i++)
    if (h->calls[i].thread > thread &&
        !ravel_arguments(&h->operations[h->calls[i].operation], h->calls[i].thread - 1))
      return 0;
  return 1;
}

/* A thread has one call at least. */
RAVEL_INSIDE int ravel_can_remove_call(const struct ravel_history *h, int call) {
  int others = 0;
  for (int i = 0; i < h->n; i++)
    others += i != call && h->calls[i].thread == h->calls[call].thread;
  return others || !h->calls[call].thread;
}

/* How many scenarios are one step smaller; number `wanted` is made, if there is one. */
RAVEL_INSIDE unsigned ravel_make_smaller(struct ravel_check *check, unsigned wanted) {
  struct ravel_history *h = &check->history;
  unsigned n = 0;
  for (int thread = 1; thread <= h->threads; thread++)
    if (ravel_can_remove_thread(check, thread) && n++ == wanted) {
      ravel_remove_thread(h, thread);
      return n;
    }
  for (int call = 0; call < h->n; call++)
    if (ravel_can_remove_call(h, call) && n++ == wanted) {
      ravel_remove_call(h, call);
      return n;
    }
  for (int call = 0; call < h->n; call++) {
    const long first = h->operations[h->calls[call].operation].arg.first;
    long *const argument = &h->calls[call].argument;
    if (*argument > first && n++ == wanted)
      *argument = first;
    else if (*argument > first + 1 && n++ == wanted)
      *argument -= 1;
    else
      continue;
    return n;
  }
  return n;
}

/* The number of a scenario that was drawn, among those of all checks of the program. */
RAVEL_INSIDE unsigned ravel_drawn_number(const struct ravel_check *check, unsigned number) {
  return (unsigned)check->history.check * RAVEL_MAX_RANDOM + number;
}

/* Whether a scenario of this check was drawn and has failed, and that of another one. */
enum { RAVEL_NONE_HAS_FAILED, RAVEL_ONE_HAS_FAILED, RAVEL_ANOTHER_CHECK_HAS_FAILED };
RAVEL_INSIDE int ravel_drawn_that_failed(const struct ravel_check *check) {
  const int number = ravel_runtime_shrunk(0);
  if (number < 0)
    return RAVEL_NONE_HAS_FAILED;
  return number / RAVEL_MAX_RANDOM == check->history.check ? RAVEL_ONE_HAS_FAILED
                                                           : RAVEL_ANOTHER_CHECK_HAS_FAILED;
}

/* The scenario of this execution, where one that was drawn has failed. */
RAVEL_INSIDE void ravel_choose_smaller(struct ravel_check *check) {
  struct ravel_smaller *smaller = &check->smaller;
  int number = ravel_runtime_shrunk(0);
  ravel_draw_scenario(check, (unsigned)number % RAVEL_MAX_RANDOM);
  for (smaller->level = 1; (number = ravel_runtime_shrunk(smaller->level)) >= 0; smaller->level++)
    ravel_make_smaller(check, (unsigned)number);
  const unsigned n = ravel_make_smaller(check, ~0u);
  smaller->number = ravel_choose(n + 1);
  smaller->is_one = smaller->number < n;
  if (smaller->is_one)
    ravel_make_smaller(check, smaller->number);
}

/* The scenario has failed. True if smaller ones are to be tried first. */
RAVEL_INSIDE int ravel_goes_on_smaller(const struct ravel_check *check) {
  return check->smaller.is_one && ravel_runtime_shrink();
}

#ifdef __cplusplus
}
#endif

#endif
