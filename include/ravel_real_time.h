/*
 * All histories of equivalent executions: what ravel_linearizable.h is made of. A program includes
 * that one.
 *
 * Executions that differ only in the order of independent steps have the same results, but not the
 * same real-time order. What they have in common is which calls begin before others end. Every
 * order of invocations and returns that respects this is one of theirs, and each must be
 * linearizable.
 *
 * The more pairs of calls do not overlap, the fewer orders of calls are legal. So a call returns as
 * soon as it can, and calls are invoked only where one that is to return next needs it. The next
 * call that returns is chosen: one that needs no more invocations than another.
 *
 * An order of the calls is made on the way, as far as calls have returned. Where it leads no
 * further, another one is searched for from the beginning; if there is none, the history is wrong.
 * All that follows from a configuration (calls invoked, calls done, state) without such a search is
 * looked at once.
 */
#ifndef RAVEL_REAL_TIME_H
#define RAVEL_REAL_TIME_H

#include "ravel_history.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ravel_overlaps {
  unsigned long long begins_before_end_of[RAVEL_MAX_CALLS]; /* of these, as bits, in all of them */
};

struct ravel_times_of_calls {
  struct ravel_history *h;
  unsigned long long needs[RAVEL_MAX_CALLS]; /* these are invoked before it returns */
  unsigned long long after[RAVEL_MAX_CALLS]; /* it is invoked when these have returned */
  unsigned long long all;                    /* that return */
  struct ravel_configurations right;
  int can_be_known;
};

/* Which calls have been invoked so far, and which of them have returned. */
struct ravel_moment {
  unsigned long long invoked, returned;
};

/* Makes an order longer, until all calls that have returned are in it; false if it leads nowhere.
 */
RAVEL_INSIDE int ravel_order_until(const struct ravel_times_of_calls *t, struct ravel_order *order,
                                   struct ravel_moment now) {
  const struct ravel_aim aim = {now.invoked, now.returned, RAVEL_NO_CALL};
  return ravel_search_order(t->h, aim, order);
}

/* What is invoked for a call to return next; 0: it cannot be the next one. */
RAVEL_INSIDE unsigned long long ravel_invoked_for(const struct ravel_times_of_calls *t,
                                                  struct ravel_moment now, int call) {
  const unsigned long long invoked = t->needs[call] & ~now.invoked;
  for (int i = 0; i < t->h->n; i++)
    if (invoked >> i & 1 && t->after[i] & ~now.returned)
      return 0;
  return t->all >> call & 1 && !(now.returned >> call & 1) ? invoked : 0;
}

/* Whether another call can return before this one, as it needs less, or as much. */
RAVEL_INSIDE int ravel_returns_later(const struct ravel_times_of_calls *t, struct ravel_moment now,
                                     int call, unsigned long long invoked) {
  for (int i = 0; i < t->h->n; i++) {
    const unsigned long long other = i == call ? 0 : ravel_invoked_for(t, now, i);
    if (other && !(other & ~invoked) && (other != invoked || i < call))
      return 1;
  }
  return 0;
}

RAVEL_INSIDE struct ravel_moment ravel_next_moment(const struct ravel_times_of_calls *t,
                                                   struct ravel_moment now,
                                                   unsigned long long invoked) {
  struct ravel_moment next = {now.invoked | invoked, now.returned};
  for (int i = 0; i < t->h->n; i++) {
    if (invoked >> i & 1)
      t->h->calls[i].before = now.returned;
    if (next.invoked >> i & 1 && !(t->needs[i] & ~next.invoked))
      next.returned |= 1ull << i;
  }
  return next;
}

enum ravel_rightness { RAVEL_WRONG, RAVEL_RIGHT, RAVEL_RIGHT_BY_ANOTHER_ORDER };

/* All calls have returned that do: those that wait must be right to. */
RAVEL_INSIDE enum ravel_rightness ravel_right_to_wait(const struct ravel_times_of_calls *t,
                                                      struct ravel_order *order) {
  enum ravel_rightness right = RAVEL_RIGHT;
  struct ravel_order other;
  for (int call = 0; call < t->h->n && right != RAVEL_WRONG; call++)
    if (t->h->calls[call].invoked && !t->h->calls[call].returned &&
        !ravel_waits_after(t->h, order, call))
      right = ravel_has_order(t->h, call, &other) ? RAVEL_RIGHT_BY_ANOTHER_ORDER : RAVEL_WRONG;
  return right;
}

RAVEL_INSIDE enum ravel_rightness ravel_right_from(struct ravel_times_of_calls *t,
                                                   struct ravel_moment now,
                                                   struct ravel_order *order);

/* The same where the order leads no further. */
RAVEL_INSIDE enum ravel_rightness ravel_right_by_another(struct ravel_times_of_calls *t,
                                                         struct ravel_moment now) {
  struct ravel_order order;
  enum ravel_rightness right = RAVEL_WRONG;
  ravel_begin_order(t->h, &order);
  if (ravel_order_until(t, &order, now) && ravel_right_from(t, now, &order) != RAVEL_WRONG)
    right = RAVEL_RIGHT_BY_ANOTHER_ORDER;
  ravel_end_order(t->h, &order);
  return right;
}

/* Whether all that can follow is right. The order has all calls that have returned by now. */
RAVEL_INSIDE enum ravel_rightness ravel_right_from(struct ravel_times_of_calls *t,
                                                   struct ravel_moment now,
                                                   struct ravel_order *order) {
  const int n = order->n;
  int choices = 0;
  enum ravel_rightness all = RAVEL_RIGHT;
  if (now.returned == t->all)
    return ravel_right_to_wait(t, order);
  if (t->can_be_known && ravel_is_known(t->h, &t->right, order, now.invoked))
    return RAVEL_RIGHT;
  for (int call = 0; call < t->h->n && all != RAVEL_WRONG; call++) {
    const unsigned long long invoked = ravel_invoked_for(t, now, call);
    if (!invoked || ravel_returns_later(t, now, call, invoked))
      continue;
    choices++;
    const struct ravel_moment next = ravel_next_moment(t, now, invoked);
    const enum ravel_rightness right = ravel_order_until(t, order, next)
                                           ? ravel_right_from(t, next, order)
                                           : ravel_right_by_another(t, next);
    while (order->n > n)
      ravel_shorten_order(order);
    all = right == RAVEL_RIGHT ? all : right;
  }
  if (choices == 0)
    return RAVEL_WRONG; /* one execution has come up, so that there is a choice */
  if (t->can_be_known && all == RAVEL_RIGHT)
    ravel_note(t->h, &t->right, order, now.invoked);
  return all;
}

RAVEL_INSIDE int ravel_all_are_linearizable(struct ravel_history *h,
                                            const struct ravel_overlaps *overlaps) {
  struct ravel_times_of_calls t = {
      h, {0}, {0}, ravel_calls_that_returned(h), ravel_no_configurations(h), ravel_can_be_known(h)};
  const struct ravel_moment begin = {0, 0};
  struct ravel_order order;
  for (int call = 0; call < h->n; call++) {
    for (int i = 0; i < h->n; i++)
      t.needs[call] |= t.all & (overlaps->begins_before_end_of[i] >> call & 1) << i;
    t.after[call] = h->calls[call].before;
  }
  ravel_begin_order(h, &order);
  const int right = ravel_right_from(&t, begin, &order) != RAVEL_WRONG;
  ravel_end_order(h, &order);
  free(t.right.places);
  return right;
}

#ifdef __cplusplus
}
#endif

#endif
