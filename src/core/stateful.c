#include "core/stateful.h"

#include <string.h>

#include "core/bitset.h"
#include "core/strategy.h"

/* A state that was reached; both words are 0 where there is none. */
struct known {
  uint64_t fingerprint[2];
  uint64_t slept; /* threads that were not explored from it, one bit each */
};

/* An open hash table, at most half full. */
struct stateful {
  struct known *states;
  uint64_t size, n;
};

/* The part of a state; what backtrack sets need comes first. */
struct stateful_part {
  struct rv_backtrack sets;
  uint64_t only; /* the threads to be explored: others were, when the state was reached before */
  bool is_known; /* all of them were */
};

static struct stateful_part *part_of(const struct rv_state *state) {
  return RV_PART(struct stateful_part, state);
}

enum { FIRST_SIZE = 1 << 12 };

static void stateful_reserve(struct stateful *s, const struct rv_memory *memory, uint64_t size) {
  s->states = memory->reserve(memory->self, size * sizeof *s->states);
  s->size = size;
}

void *rv_stateful_make(const struct rv_memory *memory, const struct rv_options *options) {
  (void)options;
  struct stateful *const s = memory->reserve(memory->self, sizeof *s);
  stateful_reserve(s, memory, FIRST_SIZE);
  return s;
}

void rv_stateful_clear(struct rv_explorer *x) {
  struct stateful *const s = x->own;
  memset(s->states, 0, s->size * sizeof *s->states);
  s->n = 0;
}

/* Where a state is, or would be. */
static struct known *stateful_find(const struct stateful *s, const uint64_t fingerprint[2]) {
  uint64_t i = fingerprint[0] & (s->size - 1);
  for (; s->states[i].fingerprint[0] | s->states[i].fingerprint[1]; i = (i + 1) & (s->size - 1))
    if (s->states[i].fingerprint[0] == fingerprint[0] &&
        s->states[i].fingerprint[1] == fingerprint[1])
      break;
  return &s->states[i];
}

static void stateful_double(struct stateful *s, const struct rv_memory *memory) {
  const struct stateful old = *s;
  stateful_reserve(s, memory, 2 * old.size);
  for (uint64_t i = 0; i < old.size; i++)
    if (old.states[i].fingerprint[0] | old.states[i].fingerprint[1])
      *stateful_find(s, old.states[i].fingerprint) = old.states[i];
}

static void stateful_add(struct rv_explorer *x, struct known *at, const uint64_t fingerprint[2],
                         uint64_t slept) {
  struct stateful *const s = x->own;
  *at = (struct known){{fingerprint[0], fingerprint[1]}, slept};
  x->stats.states++;
  if (2 * ++s->n > s->size)
    stateful_double(s, &x->memory);
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

void rv_stateful_look(struct rv_explorer *x, struct rv_state *state, bool awaits) {
  (void)awaits;
  const struct rv_system *const system = x->system;
  struct stateful_part *const part = part_of(state);
  uint64_t fingerprint[2], slept;
  part->only = UINT64_MAX;
  part->is_known = false;
  if (!system->fingerprint || !sleepers(state, &slept) ||
      !system->fingerprint(system->self, fingerprint))
    return;
  add_enabled(state, fingerprint);
  struct known *const known = stateful_find(x->own, fingerprint);
  if (!(known->fingerprint[0] | known->fingerprint[1])) {
    stateful_add(x, known, fingerprint, slept);
    return;
  }
  part->only = known->slept & ~slept;
  part->is_known = part->only == 0;
  known->slept &= slept;
  if (part->is_known)
    for (size_t i = 0; i < state->words; i++)
      state->enabled[i] = 0;
}

bool rv_stateful_arrive(struct rv_explorer *x, struct rv_state *state) {
  rv_backtrack_arrive(x, state);
  uint64_t *const set = rv_backtrack(state)->set;
  rv_bits_copy(set, state->enabled, state->words);
  if (part_of(state)->only != UINT64_MAX) {
    set[0] &= part_of(state)->only;
    for (size_t i = 1; i < state->words; i++)
      set[i] = 0;
  }
  return rv_backtrack_next(x, state);
}

enum rv_ending rv_stateful_ending(struct rv_explorer *x, const struct rv_state *state) {
  (void)x;
  return part_of(state)->is_known ? RV_PRUNED : RV_COMPLETE;
}
