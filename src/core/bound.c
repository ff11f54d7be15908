#include "core/bound.h"

#include <string.h>

#include "core/bitset.h"

enum { FIRST_CAPACITY = 1024 };

#define LAST_RUNNER (UINT64_C(1) << 63)

struct rv_bound *rv_bound_new(const struct rv_memory *memory, uint64_t max_steps) {
  struct rv_bound *const bound = rv_reserve(memory, 1, sizeof *bound);
  bound->events = rv_reserve(memory, max_steps + 1, sizeof *bound->events);
  bound->capacity = FIRST_CAPACITY;
  bound->table = rv_reserve(memory, bound->capacity, sizeof *bound->table);
  rv_futures_init(&bound->futures, memory);
  return bound;
}

void rv_bound_clear(struct rv_explorer *x) {
  struct rv_bound *const bound = x->bound;
  memset(bound->table, 0, bound->capacity * sizeof *bound->table);
  bound->n = 0;
  rv_futures_clear(&bound->futures, &x->hb.objects, x->trace.width);
}

/* --- preemptions ------------------------------------------------------------------------------ */

void rv_bound_forbid(struct rv_explorer *x, struct rv_state *state, uint64_t *left) {
  if (!x->options.preemptions || state->running == RV_NO_THREAD ||
      state->preemptions + 1 < x->options.preemptions)
    return;
  for (rv_tid t = rv_bits_next(left, state->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(left, state->words, t + 1))
    if (t != state->running) {
      rv_bit_remove(left, t);
      rv_bit_add(state->done, t);
      x->stats.forbidden++;
    }
}

/* --- configurations --------------------------------------------------------------------------- */

bool rv_bound_waits(const struct rv_explorer *x, const struct rv_state *state, rv_tid thread) {
  const struct rv_system *const system = x->system;
  return !rv_bit(state->enabled, state->words, thread) ||
         (system->gives_up && system->gives_up(system->self, thread));
}

static void count_preemptions(const struct rv_explorer *x, struct rv_state *state) {
  state->running = RV_NO_THREAD;
  state->preemptions = 0;
  if (!x->trace.n)
    return;
  const rv_tid last = x->trace.events[x->trace.n - 1].step.thread;
  const bool preempted = state[-1].running != RV_NO_THREAD && state[-1].running != last;
  state->preemptions = state[-1].preemptions + preempted;
  if (!rv_bound_waits(x, state, last))
    state->running = last;
}

void rv_bound_arrive(struct rv_explorer *x, struct rv_state *state) {
  count_preemptions(x, state);
  if (x->options.algorithm == RV_NAIVE)
    return;
  rv_happens_before_extend(&x->hb, &x->trace);
  x->hb.races = NULL;
  if (x->trace.n) {
    rv_print_event(&x->trace, x->bound->events, x->trace.n - 1);
    rv_future_note_event(x, &x->trace.events[x->trace.n - 1]);
  }
  rv_future_note_waiting(x, state);
  state->independent = state->straight = false;
}

static struct rv_known *slot_of(const struct rv_bound *bound, const struct rv_print *print) {
  const uint64_t mask = bound->capacity - 1;
  uint64_t at = print->at[0] & mask;
  while (bound->table[at].preemptions && memcmp(&bound->table[at].print, print, sizeof *print) != 0)
    at = (at + 1) & mask;
  return &bound->table[at];
}

static void grow(struct rv_bound *bound, const struct rv_memory *memory) {
  const struct rv_known *const old = bound->table;
  const uint64_t capacity = bound->capacity;
  bound->capacity = 4 * capacity;
  bound->table = rv_reserve(memory, bound->capacity, sizeof *bound->table);
  for (uint64_t i = 0; i < capacity; i++)
    if (old[i].preemptions)
      *slot_of(bound, &old[i].print) = old[i];
}

/* Who runs, by bits; those that have none of their own share one that is never noted. */
static uint64_t runner(const struct rv_state *state) {
  if (state->running == RV_NO_THREAD)
    return UINT64_MAX;
  return state->running < 63 ? UINT64_C(1) << state->running : LAST_RUNNER;
}

enum rv_knowledge rv_bound_known(const struct rv_explorer *x, const struct rv_state *state) {
  const struct rv_print print = rv_print_configuration(&x->trace, x->bound->events);
  const struct rv_known *const known = slot_of(x->bound, &print);
  if (!known->preemptions || known->preemptions > state->preemptions + 1)
    return RV_UNKNOWN;
  if (known->preemptions <= state->preemptions || !(runner(state) & ~known->runners))
    return RV_KNOWN;
  return state->running == RV_NO_THREAD ? RV_UNKNOWN : RV_OTHERS_KNOWN;
}

/* The entry of the present configuration, which may be a new one. */
static struct rv_known *entry(struct rv_explorer *x) {
  struct rv_bound *const bound = x->bound;
  const struct rv_print print = rv_print_configuration(&x->trace, x->bound->events);
  if (2 * bound->n > bound->capacity)
    grow(bound, &x->memory);
  struct rv_known *const known = slot_of(bound, &print);
  bound->n += !known->preemptions;
  known->print = print;
  return known;
}

void rv_bound_enter(struct rv_explorer *x, const struct rv_state *state) {
  struct rv_known *const known = entry(x);
  if (!known->preemptions || known->preemptions > state->preemptions + 1) {
    known->preemptions = state->preemptions + 1;
    known->runners = 0;
  }
  if (known->preemptions == state->preemptions + 1)
    known->runners |= state->running == RV_NO_THREAD ? UINT64_MAX : runner(state) & ~LAST_RUNNER;
}

bool rv_bound_is_repeated(struct rv_explorer *x, const struct rv_state *state) {
  struct rv_known *const known = entry(x);
  const bool repeated = known->preemptions;
  known->preemptions = state->preemptions + 1;
  return repeated;
}
