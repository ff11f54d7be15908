#include "core/backtrack.h"

#include "core/await.h"
#include "core/bitset.h"
#include "core/blocking.h"
#include "core/bound.h"
#include "core/context.h"
#include "core/dependence.h"
#include "core/order.h"
#include "core/probe.h"
#include "core/race.h"
#include "core/symmetry.h"

void rv_backtrack_arrive(struct rv_explorer *x, struct rv_state *state) {
  state->backtrack = rv_arena_alloc(&x->arena, 2 * state->words * sizeof *state->backtrack);
  state->done = state->backtrack + state->words;
  for (size_t i = 0; i < 2 * state->words; i++)
    state->backtrack[i] = 0;
}

bool rv_backtrack_next(struct rv_explorer *x, struct rv_state *state) {
  const uint64_t top = x->arena.top;
  uint64_t *const left = rv_arena_alloc(&x->arena, state->words * sizeof *left);
  for (size_t i = 0; i < state->words; i++)
    left[i] = state->backtrack[i] & ~state->done[i];
  rv_sleep_remove(state->sleep, left, state->words);
  rv_bound_forbid(x, state, left);
  if (x->options.context)
    rv_dont_guide(x, state, left);
  const rv_tid thread = rv_pick(x, left, state->words);
  rv_arena_release(&x->arena, top);
  if (thread == RV_NO_THREAD)
    return false;
  rv_bit_add(state->done, thread);
  rv_plan(x, thread, rv_first_choice(x, thread, x->trace.threads[thread].events + 1));
  return true;
}

bool rv_next_choice(struct rv_explorer *x, const struct rv_event *done) {
  const struct rv_replay *const step = &done->step;
  if (step->op.kind != RV_OP_CHOOSE || step->choice + 1 >= step->op.choices)
    return false;
  rv_plan(x, step->thread, step->choice + 1);
  return true;
}

void rv_put_to_sleep(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  state->sleep = rv_sleep_add(state->sleep, done, &x->arena);
}

bool rv_backtrack_arrive_one(struct rv_explorer *x, struct rv_state *state) {
  rv_backtrack_arrive(x, state);
  rv_bits_copy(state->backtrack, state->enabled, state->words);
  const bool found = rv_backtrack_next(x, state);
  rv_bits_copy(state->backtrack, state->done, state->words);
  return found;
}

bool rv_backtrack_again(struct rv_explorer *x, struct rv_state *state,
                        const struct rv_event *done) {
  if (rv_next_choice(x, done))
    return true;
  rv_put_to_sleep(x, state, done);
  return rv_backtrack_next(x, state);
}

uint64_t rv_backtrack_left(const struct rv_explorer *x, const struct rv_state *state) {
  const struct rv_replay *const step = &x->trace.events[state - x->states].step;
  uint64_t n = step->op.kind == RV_OP_CHOOSE ? step->op.choices - step->choice - 1 : 0;
  for (rv_tid t = rv_bits_next(state->backtrack, state->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(state->backtrack, state->words, t + 1))
    n += !rv_bit(state->done, state->words, t) && !rv_sleeps(state->sleep, t);
  return n;
}

/* The first step of every thread in (part of) v, by number. */
struct firsts {
  uint32_t *at;
  uint32_t n;
};

/* Step i of v is in I(v) if it is the first of its thread and nothing in v happens before it. If
 * anything does, the first step of some thread does. */
static bool is_initial(const struct rv_sequence *v, uint32_t i, struct firsts *firsts) {
  const struct rv_item *const item = &v->items[i];
  bool initial = true;
  for (uint32_t k = 0; k < firsts->n; k++) {
    const struct rv_item *const earlier = &v->items[firsts->at[k]];
    if (earlier->thread == item->thread)
      return false;
    initial &= rv_clock_at(item->clock, earlier->thread) < earlier->index;
  }
  firsts->at[firsts->n++] = i;
  return initial;
}

/* What e' knows in v: not what it knew in E, if it does something else there. */
static const struct rv_clock *late_knows(struct rv_explorer *x) {
  struct rv_sequence *const v = &x->v;
  if (!v->late->changed)
    return v->late->clock;
  struct rv_clock *const knows = rv_clock_copy(v->late->clock, x->trace.width, &x->hb.arena);
  const struct rv_item *item;
  for (uint32_t i = 0; (item = rv_sequence_at(v, i)); i++)
    if (item->index != UINT32_MAX && rv_dependent(item->op, &v->late->op))
      rv_clock_join(knows, item->clock, item->thread, item->index);
  return knows;
}

/* Which initial is added is free; the fewest explorations are blocked like this. If e writes, it is
 * the last one that happens before e', or is of its thread: that leads to e' soon. If e only reads,
 * it is the first of v, as in persistent sets. */
static bool is_preferred(const struct rv_sequence *v, bool closed, bool before_late,
                         bool chosen_before_late) {
  return !closed && !rv_only_reads(&v->e->step.op) && before_late >= chosen_before_late;
}

bool rv_backtrack_ensure(struct rv_explorer *x, bool closed) {
  struct rv_sequence *const v = &x->v;
  struct rv_state *const state = &x->states[v->e - x->trace.events];
  const uint64_t top = x->hb.arena.top;
  struct firsts firsts = {rv_arena_alloc(&x->hb.arena, x->trace.width * sizeof *firsts.at), 0};
  const struct rv_clock *const knows = late_knows(x);
  rv_tid chosen = RV_NO_THREAD;
  bool chosen_before_late = false, there = false;
  for (uint32_t i = 0; !there && rv_sequence_at(v, i); i++) {
    struct rv_item *const item = &v->items[i];
    if (item->index == UINT32_MAX)
      item->clock = knows;
    const bool before_late =
        item->thread == v->late->thread || rv_clock_at(knows, item->thread) >= item->index;
    if ((closed && !before_late) || !is_initial(v, i, &firsts) ||
        !rv_bit(state->enabled, state->words, item->thread))
      continue;
    there = rv_bit(state->backtrack, state->words, item->thread) ||
            (!closed && !x->options.context && rv_sleeps(state->sleep, item->thread));
    if (chosen == RV_NO_THREAD || is_preferred(v, closed, before_late, chosen_before_late)) {
      chosen = item->thread;
      chosen_before_late = before_late;
    }
  }
  rv_arena_release(&x->hb.arena, top);
  /* The first step of v is in I(v), but accesses that are no events may have disabled its thread.
   */
  if (there || chosen == RV_NO_THREAD)
    return false;
  rv_bit_add(state->backtrack, chosen);
  return true;
}

/* Makes E' and v (Algorithm 1, lines 6 and 7; Algorithm 3, lines 5 and 6). */
static void reverse(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                    bool closed) {
  rv_sequence_begin(&x->v, &x->trace, e, late, late->since);
  x->stats.reversed += rv_backtrack_ensure(x, closed);
}

/* Of all u with the same writes that matter the smallest is taken: its initials are initials of the
 * others (Lemma 5.1). */
static uint64_t reverse_await(struct rv_explorer *x, const struct rv_event *e,
                              struct rv_late *late) {
  if ((uint64_t)(e - x->trace.events) <= x->cut_at)
    reverse(x, e, late, true);
  return x->cut_at == RV_NOT_CUT ? 0 : x->trace.n - 1;
}

/* Returns the position of the last event that what was done rests on. */
static uint64_t reverse_race(struct rv_explorer *x, const struct rv_race *race, bool closed) {
  const uint64_t top = x->hb.arena.top;
  struct rv_late late;
  const bool certain = rv_race_late(&x->trace, race->first, race->second, &late);
  const bool varies = !certain && late.op.flags & RV_OP_VARIES;
  if (varies)
    rv_probe_late(x, race->first, race->second, false, &late);
  reverse(x, race->first, &late, closed);
  const bool grown = late.grown;
  if (grown) {
    /* It now depends on what came after it in E, and that may have to come before. */
    struct rv_late last = late;
    if (varies)
      rv_probe_late(x, race->first, race->second, true, &last);
    last.since = x->trace.n;
    reverse(x, race->first, &last, true);
  }
  if (!certain && !varies) { /* perhaps it does not write */
    late.op.access.mode = RV_READ;
    rv_late_settle(&x->trace, race->second, &late);
    reverse(x, race->first, &late, closed);
  }
  rv_arena_release(&x->hb.arena, top);
  if (x->options.context)
    rv_context_check(x, race->first, race->second);
  return grown ? x->trace.n - 1 : 0;
}

void rv_backtrack_races(struct rv_explorer *x, bool closed) {
  const uint64_t found = x->hb.found;
  rv_happens_before_extend(&x->hb, &x->trace);
  x->stats.races += x->hb.found - found;
  const struct rv_race *race;
  while ((race = x->hb.races)) {
    uint64_t rest = 0;
    if (race->second->step.op.kind == RV_OP_AWAIT)
      rest = rv_await_made(x, race->second, reverse_await);
    else if ((uint64_t)(race->first - x->trace.events) > x->cut_at)
      rest = x->trace.n - 1;
    else if (race->first != race->second)
      rest = reverse_race(x, race, closed);
    rv_race_rests_on(&x->hb, &x->trace, rest);
  }
  for (uint32_t i = 0; i < x->n_waiting; i++) {
    struct rv_late late;
    const struct rv_event *const e = rv_waiting_lock_race(x, &x->waiting[i], &late);
    if (e && (uint64_t)(e - x->trace.events) <= x->cut_at)
      reverse(x, e, &late, closed);
    rv_await_waiting(x, &x->waiting[i], reverse_await);
  }
}
