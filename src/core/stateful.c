#include "core/stateful.h"

#include <string.h>

#include "core/bitset.h"
#include "core/strategy.h"

enum { FIRST_SIZE = 1 << 12 };

static void stateful_reserve(struct rv_known_states *s, const struct rv_memory *memory,
                             uint64_t size) {
  s->at = memory->reserve(memory->self, size * sizeof *s->at);
  s->size = size;
}

void rv_known_states_init(struct rv_known_states *s, const struct rv_memory *memory) {
  stateful_reserve(s, memory, FIRST_SIZE);
}

void rv_known_states_clear(struct rv_known_states *s) {
  memset(s->at, 0, s->size * sizeof *s->at);
  s->n = 0;
}

void *rv_stateful_make(const struct rv_memory *memory, const struct rv_options *options) {
  (void)options;
  struct rv_known_states *const s = memory->reserve(memory->self, sizeof *s);
  rv_known_states_init(s, memory);
  return s;
}

void rv_stateful_clear(struct rv_explorer *x) {
  rv_known_states_clear(x->own);
}

/* Where a state is, or would be. */
static struct rv_known_state *stateful_find(const struct rv_known_states *s,
                                            const uint64_t fingerprint[2]) {
  uint64_t i = fingerprint[0] & (s->size - 1);
  for (; s->at[i].fingerprint[0] | s->at[i].fingerprint[1]; i = (i + 1) & (s->size - 1))
    if (s->at[i].fingerprint[0] == fingerprint[0] && s->at[i].fingerprint[1] == fingerprint[1])
      break;
  return &s->at[i];
}

static void stateful_double(struct rv_known_states *s, const struct rv_memory *memory) {
  const struct rv_known_states old = *s;
  stateful_reserve(s, memory, 2 * old.size);
  for (uint64_t i = 0; i < old.size; i++)
    if (old.at[i].fingerprint[0] | old.at[i].fingerprint[1])
      *stateful_find(s, old.at[i].fingerprint) = old.at[i];
}

static struct rv_known_state *stateful_add(struct rv_explorer *x, const uint64_t fingerprint[2],
                                           uint64_t slept) {
  struct rv_known_states *const s = x->own;
  if (2 * ++s->n > s->size)
    stateful_double(s, &x->memory);
  struct rv_known_state *const at = stateful_find(s, fingerprint);
  *at = (struct rv_known_state){{fingerprint[0], fingerprint[1]}, slept, NULL};
  x->stats.states++;
  return at;
}

/* Who sleeps, as bits; false if a thread has no bit. */
static bool sleepers(const struct rv_state *state, uint64_t *slept) {
  *slept = 0;
  for (const struct rv_sleeper *sleeper = state->sleep; sleeper; sleeper = sleeper->next) {
    if (sleeper->thread >= 64)
      return false;
    *slept |= UINT64_C(1) << sleeper->thread;
  }
  return true;
}

/* Threads that an assumption has stopped are part of the explorer's state, not of the system's. */
static void add_enabled(const struct rv_state *state, uint64_t fingerprint[2]) {
  for (size_t i = 0; i < state->words; i++) {
    fingerprint[0] = (fingerprint[0] ^ state->enabled[i]) * UINT64_C(0x9e3779b97f4a7c15);
    fingerprint[1] = (fingerprint[1] + state->enabled[i]) * UINT64_C(0xd6e8feb86659fd93);
  }
  fingerprint[1] |= 1; /* 0 is no state */
}

struct rv_known_state *rv_known_state(struct rv_explorer *x, const struct rv_state *state,
                                      uint64_t fingerprint[2], uint64_t *slept, bool *is_new) {
  const struct rv_system *const system = x->system;
  if (!system->fingerprint || !sleepers(state, slept) ||
      !system->fingerprint(system->self, fingerprint))
    return NULL;
  add_enabled(state, fingerprint);
  struct rv_known_state *const known = stateful_find(x->own, fingerprint);
  *is_new = !(known->fingerprint[0] | known->fingerprint[1]);
  return *is_new ? stateful_add(x, fingerprint, *slept) : known;
}

void rv_stateful_look(struct rv_explorer *x, struct rv_state *state, bool awaits) {
  (void)awaits;
  struct rv_stateful *const part = rv_stateful(state);
  uint64_t slept, *const fingerprint = rv_arena_alloc(&x->arena, 2 * sizeof *fingerprint);
  bool is_new;
  struct rv_known_state *const known = rv_known_state(x, state, fingerprint, &slept, &is_new);
  part->only = UINT64_MAX;
  part->fingerprint = known ? fingerprint : NULL;
  if (!known || is_new)
    return;
  part->only = known->slept & ~slept;
  known->slept &= slept;
  if (!part->only)
    for (size_t i = 0; i < state->words; i++)
      state->enabled[i] = 0;
}

bool rv_stateful_arrive(struct rv_explorer *x, struct rv_state *state) {
  rv_backtrack_arrive(x, state);
  uint64_t *const set = rv_backtrack(state)->set;
  rv_bits_copy(set, state->enabled, state->words);
  if (rv_is_reached_again(state)) {
    set[0] &= rv_stateful(state)->only;
    for (size_t i = 1; i < state->words; i++)
      set[i] = 0;
  }
  return rv_backtrack_next(x, state);
}

void rv_stateful_leave(struct rv_explorer *x, const struct rv_state *state, uint64_t threads) {
  const uint64_t *const fingerprint = rv_stateful(state)->fingerprint;
  if (fingerprint && !rv_is_reached_again(state))
    stateful_find(x->own, fingerprint)->slept &= threads;
}

enum rv_ending rv_stateful_ending(struct rv_explorer *x, const struct rv_state *state) {
  (void)x;
  return rv_stateful(state)->only ? RV_COMPLETE : RV_PRUNED;
}
