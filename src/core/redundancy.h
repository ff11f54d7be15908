/*
 * redundant(E, done) of ISSTA 2019, figure 1, as a sleep set.
 *
 * Sleep sets are not precise enough with observers: the first step that may depend on a sleeping
 * store does not decide whether it does. So a member also says how far that is decided. Let q be in
 * done(w) and E = w.w'; q is a member of the set of E as long as it can be in WI_[w](w'.v) for some
 * v. A message that follows others stays a member until a thread receives one of these in its
 * place. That can be long after, so a message is never hidden. (Where reads are bound, more than
 * the steps that depend on q decides it; there the sets are done(E) alone, and all partitions of E
 * are looked at.)
 */
#ifndef RAVEL_CORE_REDUNDANCY_H
#define RAVEL_CORE_REDUNDANCY_H

#include "core/exploration.h"

enum rv_doze {
  RV_ASLEEP,    /* everything in w' is independent of q, whatever follows */
  RV_OVERTAKEN, /* w' has stores to what q stores to: q follows them if something reads q, or if it
                 * is a message, one of them */
  RV_MADE,      /* w' has q itself, after such stores, and nothing has read or hidden it so far */
  RV_HIDDEN,    /* nothing can read it any more: E is redundant */
};

/* The set of E.p, from that of E and the last event on the stack, which is p's. */
const struct rv_sleeper *rv_redundant_after(struct rv_explorer *x, const struct rv_sleeper *set);

/* As a strategy's `ending`. */
enum rv_ending rv_redundant_ending(struct rv_explorer *x, const struct rv_state *state);

/* Adds q to done(E): all that follows is explored. */
void rv_redundant_add(struct rv_explorer *x, struct rv_state *state, const struct rv_event *q);

/* Whether everything that begins with E is equivalent to something that was explored; or if it has
 * `ended`, E itself. */
bool rv_is_redundant(const struct rv_state *state, bool ended);

/* Whether v for e and e' is redundant, whatever comes later in it. The answer holds for every v
 * that is the same up to `rest`. It is found without making all of v, and may be no though v is
 * redundant. */
bool rv_sleeps_through(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                       uint64_t *rest);

/* Whether x->v is redundant after the first `prefix` events of E (ISSTA's figure 1, line 9).
 * Says in x->v what is seen. `rest` is the position of the last event that the answer rests on. */
bool rv_sequence_is_redundant(struct rv_explorer *x, uint64_t prefix, uint64_t *rest);

#endif
