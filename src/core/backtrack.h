/*
 * Backtrack sets: the threads that will be explored from a state. What naive, sleep, dpor and
 * source have in common; they differ in what they put into the set and when.
 */
#ifndef RAVEL_CORE_BACKTRACK_H
#define RAVEL_CORE_BACKTRACK_H

#include "core/happens_before.h"
#include "core/seen.h"

/* Their part of a state. */
struct rv_backtrack {
  struct rv_awaits awaits;
  uint64_t *set;  /* to be explored from here */
  uint64_t *done; /* of these, explored or being explored */
};

static inline struct rv_backtrack *rv_backtrack(const struct rv_state *state) {
  return RV_PART(struct rv_backtrack, state);
}

/* A new state: its backtrack set is empty. */
void rv_backtrack_arrive(struct rv_explorer *x, struct rv_state *state);

/* Picks an unexplored p in backtrack(E) \ Sleep (Algorithm 1, line 4) and plans its step. */
bool rv_backtrack_next(struct rv_explorer *x, struct rv_state *state);

/* Plans the next value of the choice that `done` made, if it was one and there is another. */
bool rv_next_choice(struct rv_explorer *x, const struct rv_event *done);

/* Adds the thread of `done` to the sleep set: it is explored (Algorithm 1, line 12). */
void rv_put_to_sleep(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done);

/* As a strategy's `arrive`: the backtrack set gets an arbitrary member that is not asleep
 * (Algorithm 1, lines 2 and 3). */
bool rv_backtrack_arrive_one(struct rv_explorer *x, struct rv_state *state);

/* As a strategy's `again`, with sleep sets. */
bool rv_backtrack_again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done);

/* The same without sleep sets. */
bool rv_backtrack_again_awake(struct rv_explorer *x, struct rv_state *state,
                              const struct rv_event *done);

/* As a strategy's `left`: backtrack(E) \ Sleep, and the other values of the choice being made. */
uint64_t rv_backtrack_left(const struct rv_explorer *x, const struct rv_state *state);

/* As a strategy's `sleep`. */
const struct rv_sleeper *rv_backtrack_sleep(struct rv_explorer *x, const struct rv_sleeper *before);

/* From which initials of v a backtrack set must have a member. */
enum rv_initials {
  RV_ANY_INITIAL,    /* or it sleeps, */
  RV_AWAKE_INITIAL,  /* whoever sleeps */
  RV_CLOSED_INITIAL, /* that happens before e', as persistent sets need it (section 5.1) */
};

/* Makes sure that backtrack(E') has a member of I_[E'](v), where E' is the state before e, and v is
 * made of e and e' (Algorithm 1, lines 6 to 9; Algorithm 3, lines 5 to 8; Algorithm 5, lines 9 and
 * 10). */
void rv_backtrack_reverse(struct rv_explorer *x, const struct rv_event *e,
                          const struct rv_late *late, enum rv_initials initials);

/* The same for a race of two events. Returns the position of the last event that the decision
 * depends on. */
uint64_t rv_backtrack_race(struct rv_explorer *x, const struct rv_race *race,
                           enum rv_initials initials);

/* The state is above the root: `chosen` is for whoever has that state to add, unless one of these
 * initials is there already, or sleeps if that counts. */
void rv_backtrack_above(struct rv_explorer *x, const struct rv_state *state, bool sleep_counts,
                        rv_tid chosen, const rv_tid *among, uint32_t n);

#endif
