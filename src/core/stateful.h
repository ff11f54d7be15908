/*
 * Stateful search: a state that was reached before is not explored again (POPL 2005, section 5).
 * States are known by 128 bits of a hash, so that two of them are taken for one with a probability
 * of n² / 2^129, where n is how many there are.
 *
 * With sleep sets, a state is kept with the set of threads that slept when it was reached: these
 * were not explored from there. When it is reached again, those of them that do not sleep now are,
 * and no others (Godefroid, Holzmann, Pirottin: State-Space Caching Revisited, 1995). With
 * persistent sets it is those of the set that slept.
 */
#ifndef RAVEL_CORE_STATEFUL_H
#define RAVEL_CORE_STATEFUL_H

#include "core/backtrack.h"

/* A state that was reached; both words of the fingerprint are 0 where there is none. */
struct rv_known_state {
  uint64_t fingerprint[2];
  uint64_t slept; /* threads that were not explored from it, one bit each */
  void *own;      /* what the strategy keeps of it */
};

/* What x->own begins with: an open hash table, at most half full. */
struct rv_known_states {
  struct rv_known_state *at;
  uint64_t size, n;
};

/* The part of a state. */
struct rv_stateful {
  struct rv_backtrack sets;
  uint64_t only; /* the threads to be explored: others were, when the state was reached before */
  const uint64_t *fingerprint; /* 128 bits; NULL: unknown */
};

static inline struct rv_stateful *rv_stateful(const struct rv_state *state) {
  return RV_PART(struct rv_stateful, state);
}

/* Whether the state was reached before. */
static inline bool rv_is_reached_again(const struct rv_state *state) {
  return rv_stateful(state)->only != UINT64_MAX;
}

void rv_known_states_init(struct rv_known_states *states, const struct rv_memory *memory);
void rv_known_states_clear(struct rv_known_states *states);

/* The present state, as it is known, or NULL if it can't be told. A state that was not reached
 * before is added. `fingerprint` is its own, and `slept` who sleeps now. */
struct rv_known_state *rv_known_state(struct rv_explorer *x, const struct rv_state *state,
                                      uint64_t fingerprint[2], uint64_t *slept, bool *is_new);

/* Nothing but these threads will be explored from the state: who else slept there need not be. */
void rv_stateful_leave(struct rv_explorer *x, const struct rv_state *state, uint64_t threads);

/* Functions of a strategy. */
void *rv_stateful_make(const struct rv_memory *memory, const struct rv_options *options);
void rv_stateful_clear(struct rv_explorer *x);
void rv_stateful_look(struct rv_explorer *x, struct rv_state *state, bool awaits);
bool rv_stateful_arrive(struct rv_explorer *x, struct rv_state *state);
enum rv_ending rv_stateful_ending(struct rv_explorer *x, const struct rv_state *state);

#endif
