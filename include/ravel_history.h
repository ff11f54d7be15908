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

/* Configurations that are known, such as those that no order leads on from: which calls are done,
 * or have been invoked, and the state. A hash table. */
struct ravel_sets {
  unsigned long long done, invoked;
};

struct ravel_configurations {
  unsigned char *places; /* capacity * (1 + size): whether it is taken, and by what */
  size_t n, capacity, size;
};

RAVEL_INSIDE struct ravel_configurations ravel_no_configurations(const struct ravel_history *h) {
  const size_t state = h->model.size ? h->model.size : sizeof(int);
  const struct ravel_configurations none = {NULL, 0, 0, sizeof(struct ravel_sets) + state};
  return none;
}

RAVEL_INSIDE unsigned long long ravel_mix(unsigned long long hash, const void *from, size_t size) {
  unsigned long long word = 0;
  memcpy(&word, from, size);
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 32;
}

/* Where a configuration is, or would be. */
RAVEL_INSIDE unsigned char *ravel_place_of(const struct ravel_configurations *known,
                                           const void *sets, const void *state) {
  const size_t rest = known->size - sizeof(struct ravel_sets);
  struct ravel_sets of;
  memcpy(&of, sets, sizeof of);
  unsigned long long hash = ravel_mix(0, &of.done, sizeof of.done);
  hash = ravel_mix(hash, &of.invoked, sizeof of.invoked);
  for (size_t i = 0; i < rest; i += sizeof hash)
    hash = ravel_mix(hash, (const unsigned char *)state + i,
                     rest - i < sizeof hash ? rest - i : sizeof hash);
  for (size_t at = hash;; at++) {
    unsigned char *place = known->places + (at & (known->capacity - 1)) * (1 + known->size);
    if (!place[0] ||
        (memcmp(place + 1 + rest, sets, sizeof of) == 0 && memcmp(place + 1, state, rest) == 0))
      return place;
  }
}

RAVEL_INSIDE int ravel_is_known(const struct ravel_history *h,
                                const struct ravel_configurations *known,
                                const struct ravel_order *order, unsigned long long invoked) {
  const struct ravel_sets sets = {order->done, invoked};
  return known->n && *ravel_place_of(known, &sets, ravel_state_after(h, order));
}

RAVEL_INSIDE void ravel_add_configuration(struct ravel_configurations *known, const void *sets,
                                          const void *state) {
  const size_t rest = known->size - sizeof(struct ravel_sets);
  unsigned char *place = ravel_place_of(known, sets, state);
  known->n += !place[0];
  place[0] = 1;
  memcpy(place + 1, state, rest);
  memcpy(place + 1 + rest, sets, sizeof(struct ravel_sets));
}

RAVEL_INSIDE void ravel_note(const struct ravel_history *h, struct ravel_configurations *known,
                             const struct ravel_order *order, unsigned long long invoked) {
  const struct ravel_sets sets = {order->done, invoked};
  if (2 * known->n >= known->capacity) {
    const struct ravel_configurations old = *known;
    const size_t state = known->size - sizeof sets;
    known->capacity = old.capacity ? 2 * old.capacity : 64;
    known->places = (unsigned char *)calloc(known->capacity, 1 + known->size);
    known->n = 0;
    for (size_t i = 0; i < old.capacity; i++) {
      const unsigned char *place = old.places + i * (1 + old.size);
      if (place[0])
        ravel_add_configuration(known, place + 1 + state, place + 1);
    }
    free(old.places);
  }
  ravel_add_configuration(known, &sets, ravel_state_after(h, order));
}

/* What follows depends on no more than these: not where results are pointers, as those that were
 * given out before count. */
RAVEL_INSIDE int ravel_can_be_known(const struct ravel_history *h) {
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

/* What an order is to be: of calls that may be in it, with all that must, and after which one call
 * waits (or RAVEL_NO_CALL). */
struct ravel_aim {
  unsigned long long may, must;
  int stuck;
};

RAVEL_INSIDE int ravel_is_reached(const struct ravel_history *h, struct ravel_aim aim,
                                  struct ravel_order *order) {
  return !(aim.must & ~order->done) &&
         (aim.stuck == RAVEL_NO_CALL || ravel_waits_after(h, order, aim.stuck));
}

/* Makes a legal order longer, until it is what it is to be; false if what it has at first leads
 * nowhere. */
RAVEL_INSIDE int ravel_search_order(const struct ravel_history *h, struct ravel_aim aim,
                                    struct ravel_order *order) {
  struct ravel_configurations ends = ravel_no_configurations(h);
  const int known = ravel_can_be_known(h), first = order->n;
  struct ravel_sequence sequence;
  int next = 0, found = 0;
  ravel_sort_calls(h, &sequence);
  for (;;) {
    found = ravel_is_reached(h, aim, order);
    if (found)
      break;
    while (next < h->n && !(aim.may >> sequence.calls[next] & 1 &&
                            ravel_may_be_next(h, order, sequence.calls[next])))
      next++;
    if (next < h->n) {
      if (ravel_extend_order(h, order, sequence.calls[next]) &&
          ravel_same_result(h, order, order->n - 1) &&
          !(known && ravel_is_known(h, &ends, order, aim.may)))
        next = 0;
      else
        ravel_shorten_order(order), next++;
    } else {
      if (known)
        ravel_note(h, &ends, order, aim.may);
      if (order->n == first)
        break;
      next = sequence.place_of[order->calls[order->n - 1]] + 1;
      ravel_shorten_order(order);
    }
  }
  free(ends.places);
  return found;
}

/* Whether there is a legal order of all calls that returned, after which `stuck` waits (or
 * RAVEL_NO_CALL); `order` is it then. */
RAVEL_INSIDE int ravel_has_order(const struct ravel_history *h, int stuck,
                                 struct ravel_order *order) {
  const unsigned long long all = ravel_calls_that_returned(h);
  const struct ravel_aim aim = {all, all, stuck};
  ravel_begin_order(h, order);
  const int found = ravel_search_order(h, aim, order);
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

#ifdef __cplusplus
}
#endif

#endif
