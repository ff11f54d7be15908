/*
 * Histories of operations on an object, and whether they are linearizable: what
 * ravel_linearizable.h is made of. A program includes that one.
 *
 * A history is linearizable if its operations have an order that gives the same results when they
 * are run one after the other, and in which an operation that returned before another one was
 * invoked comes first (Herlihy and Wing 1990). The order is searched for as Wing and Gong (1993) do
 * it: depth first, over operations that may come next. No configuration, that is the calls done and
 * the state of the sequential object, is looked at twice (Lowe 2017); where states cannot be
 * compared, the calls that led to it stand for it.
 *
 * A call that waits for ever has not happened. It must be right that it waits: some legal order of
 * the calls that returned leads to a state in which it does (a stuck history, Burckhardt, Dern,
 * Musuvathi and Tan 2010).
 */
#ifndef RAVEL_HISTORY_H
#define RAVEL_HISTORY_H

#include "ravel_sequential.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- the search for an order ---------------------------------------------------------------------
 */

/* Pointers are the same as far as they are the same among themselves. */
RAVEL_INSIDE int ravel_same_pointers(const struct ravel_history *h, const struct ravel_order *order,
                                     int last) {
  const long observed = h->calls[order->calls[last]].result.number;
  const long expected = order->results[last].number;
  if (!observed != !expected)
    return 0;
  for (int i = 0; i < last; i++) {
    const struct ravel_call *call = &h->calls[order->calls[i]];
    if (h->operations[call->operation].pointer &&
        (call->result.number == observed) != (order->results[i].number == expected))
      return 0;
  }
  return 1;
}

/* Whether the i-th call of an order had the result that it has there. */
RAVEL_INSIDE int ravel_same_result(const struct ravel_history *h, const struct ravel_order *order,
                                   int i) {
  const struct ravel_call *call = &h->calls[order->calls[i]];
  const struct ravel_operation *operation = &h->operations[call->operation];
  if (operation->pointer)
    return ravel_same_pointers(h, order, i);
  if (operation->bytes)
    return memcmp(call->result.bytes, order->results[i].bytes, operation->bytes) == 0;
  return call->result.number == order->results[i].number;
}

/* The calls that must come before a call. */
RAVEL_INSIDE unsigned long long ravel_calls_before(const struct ravel_history *h, int call) {
  unsigned long long before = 0;
  if (h->real_time)
    return h->calls[call].before;
  for (int i = 0; i < call; i++)
    if (h->calls[i].thread == h->calls[call].thread || i < h->initial || call >= h->n - h->final)
      before |= 1ull << i;
  return before;
}

RAVEL_INSIDE int ravel_may_be_next(const struct ravel_history *h, const struct ravel_order *order,
                                   int call) {
  return h->calls[call].returned && !(order->done >> call & 1) &&
         !(ravel_calls_before(h, call) & ~order->done);
}

RAVEL_INSIDE unsigned long long ravel_calls_that_returned(const struct ravel_history *h) {
  unsigned long long calls = 0;
  for (int i = 0; i < h->n; i++)
    if (h->calls[i].returned)
      calls |= 1ull << i;
  return calls;
}

/* What the sequential object is after an order: a state, or a run. */
RAVEL_INSIDE const void *ravel_state_after(const struct ravel_history *h,
                                           const struct ravel_order *order) {
  return h->model.size ? order->states[order->n] : (const void *)&order->runs[order->n];
}

/* The configurations that no order leads on from: calls done, and state. A hash table. */
struct ravel_dead_ends {
  unsigned char *places; /* capacity * (1 + size): whether it is taken, and by what */
  size_t n, capacity, size;
};

RAVEL_INSIDE unsigned long long ravel_mix(unsigned long long hash, const void *from, size_t size) {
  unsigned long long word = 0;
  memcpy(&word, from, size);
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 32;
}

/* Where a configuration is, or would be. */
RAVEL_INSIDE unsigned char *ravel_place_of(const struct ravel_dead_ends *ends, const void *done,
                                           const void *state) {
  const size_t rest = ends->size - sizeof(unsigned long long);
  unsigned long long hash = ravel_mix(0, done, sizeof(unsigned long long));
  for (size_t i = 0; i < rest; i += sizeof hash)
    hash = ravel_mix(hash, (const unsigned char *)state + i,
                     rest - i < sizeof hash ? rest - i : sizeof hash);
  for (size_t at = hash;; at++) {
    unsigned char *place = ends->places + (at & (ends->capacity - 1)) * (1 + ends->size);
    if (!place[0] || (memcmp(place + 1 + rest, done, sizeof(unsigned long long)) == 0 &&
                      memcmp(place + 1, state, rest) == 0))
      return place;
  }
}

RAVEL_INSIDE int ravel_is_dead_end(const struct ravel_history *h,
                                   const struct ravel_dead_ends *ends,
                                   const struct ravel_order *order) {
  return ends->n && *ravel_place_of(ends, &order->done, ravel_state_after(h, order));
}

RAVEL_INSIDE void ravel_add_dead_end(struct ravel_dead_ends *ends, const void *done,
                                     const void *state) {
  const size_t rest = ends->size - sizeof(unsigned long long);
  unsigned char *place = ravel_place_of(ends, done, state);
  ends->n += !place[0];
  place[0] = 1;
  memcpy(place + 1, state, rest);
  memcpy(place + 1 + rest, done, sizeof(unsigned long long));
}

RAVEL_INSIDE void ravel_note_dead_end(const struct ravel_history *h, struct ravel_dead_ends *ends,
                                      const struct ravel_order *order) {
  if (2 * ends->n >= ends->capacity) {
    const struct ravel_dead_ends old = *ends;
    const size_t state = ends->size - sizeof(unsigned long long);
    ends->capacity = old.capacity ? 2 * old.capacity : 64;
    ends->places = (unsigned char *)calloc(ends->capacity, 1 + ends->size);
    ends->n = 0;
    for (size_t i = 0; i < old.capacity; i++) {
      const unsigned char *place = old.places + i * (1 + old.size);
      if (place[0])
        ravel_add_dead_end(ends, place + 1 + state, place + 1);
    }
    free(old.places);
  }
  ravel_add_dead_end(ends, &order->done, ravel_state_after(h, order));
}

/* What follows depends on no more than these: not where results are pointers, as those that were
 * given out before count. */
RAVEL_INSIDE int ravel_knows_dead_ends(const struct ravel_history *h) {
  int pointers = 0;
  for (int i = 0; i < h->n; i++)
    pointers |= h->operations[h->calls[i].operation].pointer;
  return !pointers;
}

/* Whether a call waits for ever, after an order of others. */
RAVEL_INSIDE int ravel_waits_after(const struct ravel_history *h, struct ravel_order *order,
                                   int call) {
  const int comes_back = ravel_extend_order(h, order, call);
  ravel_shorten_order(order);
  return !comes_back;
}

enum { RAVEL_NO_CALL = -1 };

/* The calls in the order in which they are tried: those first that returned early, as more calls
 * were invoked after them. */
struct ravel_sequence {
  int calls[RAVEL_MAX_CALLS], place_of[RAVEL_MAX_CALLS];
};

RAVEL_INSIDE void ravel_sort_calls(const struct ravel_history *h, struct ravel_sequence *sequence) {
  int after[RAVEL_MAX_CALLS];
  for (int i = 0; i < h->n; i++) {
    int at = i;
    after[i] = 0;
    for (int j = 0; j < h->n; j++)
      after[i] += (int)(ravel_calls_before(h, j) >> i & 1);
    for (; at > 0 && after[sequence->calls[at - 1]] < after[i]; at--)
      sequence->calls[at] = sequence->calls[at - 1];
    sequence->calls[at] = i;
  }
  for (int i = 0; i < h->n; i++)
    sequence->place_of[sequence->calls[i]] = i;
}

/* Whether there is a legal order of all calls that returned, after which `stuck` waits (or
 * RAVEL_NO_CALL); `order` is it then. */
RAVEL_INSIDE int ravel_search_order(const struct ravel_history *h, int stuck,
                                    struct ravel_order *order) {
  const unsigned long long all = ravel_calls_that_returned(h);
  struct ravel_dead_ends ends = {
      NULL, 0, 0, sizeof order->done + (h->model.size ? h->model.size : sizeof *order->runs)};
  const int known = ravel_knows_dead_ends(h);
  struct ravel_sequence sequence;
  int next = 0, found = 0;
  ravel_sort_calls(h, &sequence);
  for (;;) {
    found = order->done == all && (stuck == RAVEL_NO_CALL || ravel_waits_after(h, order, stuck));
    if (found)
      break;
    while (next < h->n && !ravel_may_be_next(h, order, sequence.calls[next]))
      next++;
    if (next < h->n) {
      if (ravel_extend_order(h, order, sequence.calls[next]) &&
          ravel_same_result(h, order, order->n - 1) &&
          !(known && ravel_is_dead_end(h, &ends, order)))
        next = 0;
      else
        ravel_shorten_order(order), next++;
    } else {
      if (known)
        ravel_note_dead_end(h, &ends, order);
      if (order->n == 0)
        break;
      next = sequence.place_of[order->calls[order->n - 1]] + 1;
      ravel_shorten_order(order);
    }
  }
  free(ends.places);
  return found;
}

RAVEL_INSIDE int ravel_has_order(const struct ravel_history *h, int stuck,
                                 struct ravel_order *order) {
  ravel_begin_order(h, order);
  const int found = ravel_search_order(h, stuck, order);
  ravel_end_order(h, order);
  return found;
}

/* The calls that wait, one after the other, or RAVEL_NO_CALL if none does; h->n after the last. */
RAVEL_INSIDE int ravel_next_stuck(const struct ravel_history *h, int call) {
  const int first = call == RAVEL_NO_CALL;
  for (call++; call < h->n; call++)
    if (h->calls[call].invoked && !h->calls[call].returned)
      return call;
  return first ? RAVEL_NO_CALL : h->n;
}

/* Whether all calls have a legal order, and one that is right for each call that waits. */
RAVEL_INSIDE int ravel_is_linearizable(const struct ravel_history *h) {
  struct ravel_order order;
  for (int stuck = ravel_next_stuck(h, RAVEL_NO_CALL); stuck < h->n;
       stuck = stuck == RAVEL_NO_CALL ? h->n : ravel_next_stuck(h, stuck))
    if (!ravel_has_order(h, stuck, &order))
      return 0;
  return 1;
}

/* --- all histories of equivalent executions ------------------------------------------------------
 */

/* Executions that differ only in the order of independent steps have the same results, but not the
 * same real-time order. A set of pairs (a, b), where a returns before b is invoked, is possible if
 * it does not contradict what is the same in all of these executions: which calls begin before
 * others end. */
struct ravel_overlaps {
  unsigned long long begins_before_end_of[RAVEL_MAX_CALLS]; /* of these, as bits, in all of them */
};

/* Whether a may return before b is invoked, beside the pairs in h->before. */
RAVEL_INSIDE int ravel_is_possible(const struct ravel_history *h,
                                   const struct ravel_overlaps *overlaps, int a, int b) {
  /* The calls that end after b begins. */
  unsigned long long ends = overlaps->begins_before_end_of[b], looked_at = 0;
  while (ends & ~looked_at) {
    const int c = __builtin_ctzll(ends & ~looked_at);
    looked_at |= 1ull << c;
    for (int d = 0; d < h->n; d++)
      if (h->calls[d].before >> c & 1)
        ends |= overlaps->begins_before_end_of[d];
  }
  return !(ends >> a & 1);
}

/* Whether some possible real-time order that has the pairs of h->before has no legal order; then it
 * is left there. A legal order that is found rules out all that agree with it, so the next pair
 * must be one that it contradicts. Pairs of `without` have been tried. */
RAVEL_INSIDE int ravel_some_fails(struct ravel_history *h, const struct ravel_overlaps *overlaps,
                                  int stuck, const unsigned long long *without) {
  unsigned long long tried[RAVEL_MAX_CALLS];
  int place[RAVEL_MAX_CALLS];
  struct ravel_order *order = (struct ravel_order *)malloc(sizeof *order);
  const int found = ravel_has_order(h, stuck, order);
  for (int i = 0; i < h->n; i++)
    place[i] = -1;
  for (int i = 0; found && i < order->n; i++)
    place[order->calls[i]] = i;
  free(order);
  if (!found)
    return 1;
  for (int i = 0; i < h->n; i++)
    tried[i] = without[i];
  for (int b = 0; b < h->n; b++)
    for (int a = 0; a < h->n; a++) {
      const unsigned long long bit = 1ull << a;
      if (place[b] < 0 || place[a] <= place[b] || !h->calls[a].returned || tried[b] & bit ||
          !ravel_is_possible(h, overlaps, a, b))
        continue;
      h->calls[b].before |= bit;
      if (ravel_some_fails(h, overlaps, stuck, tried))
        return 1;
      h->calls[b].before &= ~bit;
      tried[b] |= bit;
    }
  return 0;
}

RAVEL_INSIDE int ravel_all_are_linearizable(struct ravel_history *h,
                                            const struct ravel_overlaps *overlaps) {
  const unsigned long long none[RAVEL_MAX_CALLS] = {0};
  for (int stuck = ravel_next_stuck(h, RAVEL_NO_CALL); stuck < h->n;
       stuck = stuck == RAVEL_NO_CALL ? h->n : ravel_next_stuck(h, stuck))
    if (ravel_some_fails(h, overlaps, stuck, none))
      return 0;
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
