#include "core/backtrack.h"

#include "core/bitset.h"
#include "core/dependence.h"
#include "core/layer.h"
#include "core/order.h"
#include "core/probe.h"
#include "core/race.h"
#include "core/strategy.h"
#include "core/tell.h"

void rv_backtrack_arrive(struct rv_explorer *x, struct rv_state *state) {
  struct rv_backtrack *const sets = rv_backtrack(state);
  sets->set = rv_arena_alloc(&x->arena, 2 * state->words * sizeof *sets->set);
  sets->done = sets->set + state->words;
  for (size_t i = 0; i < 2 * state->words; i++)
    sets->set[i] = 0;
}

bool rv_backtrack_next(struct rv_explorer *x, struct rv_state *state) {
  const struct rv_backtrack *const sets = rv_backtrack(state);
  const uint64_t top = x->arena.top;
  uint64_t *const left = rv_arena_alloc(&x->arena, state->words * sizeof *left);
  for (size_t i = 0; i < state->words; i++)
    left[i] = sets->set[i] & ~sets->done[i];
  rv_sleep_remove(state->sleep, left, state->words);
  if (x->strategy->choose)
    x->strategy->choose(x, state, left);
  const rv_tid thread = rv_pick(x, left, state->words);
  rv_arena_release(&x->arena, top);
  if (thread == RV_NO_THREAD)
    return false;
  rv_bit_add(sets->done, thread);
  if (x->piece.n_leases)
    rv_lease_plan(x, thread);
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

const struct rv_sleeper *rv_backtrack_sleep(struct rv_explorer *x,
                                            const struct rv_sleeper *before) {
  return rv_sleep_after(before, &x->trace.events[x->trace.n - 1], &x->arena);
}

bool rv_backtrack_arrive_one(struct rv_explorer *x, struct rv_state *state) {
  rv_backtrack_arrive(x, state);
  const struct rv_backtrack *const sets = rv_backtrack(state);
  rv_bits_copy(sets->set, state->enabled, state->words);
  const bool found = rv_backtrack_next(x, state);
  rv_bits_copy(sets->set, sets->done, state->words);
  return found;
}

bool rv_backtrack_again(struct rv_explorer *x, struct rv_state *state,
                        const struct rv_event *done) {
  if (rv_next_choice(x, done))
    return true;
  rv_put_to_sleep(x, state, done);
  return rv_backtrack_next(x, state);
}

bool rv_backtrack_again_awake(struct rv_explorer *x, struct rv_state *state,
                              const struct rv_event *done) {
  return rv_next_choice(x, done) || rv_backtrack_next(x, state);
}

uint64_t rv_backtrack_left(const struct rv_explorer *x, const struct rv_state *state) {
  const struct rv_backtrack *const sets = rv_backtrack(state);
  const struct rv_replay *const step = &x->trace.events[state - x->states].step;
  uint64_t n = step->op.kind == RV_OP_CHOOSE ? step->op.choices - step->choice - 1 : 0;
  for (rv_tid t = rv_bits_next(sets->set, state->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(sets->set, state->words, t + 1))
    n += !rv_bit(sets->done, state->words, t) && !rv_sleeps(state->sleep, t);
  return n;
}

/* The clock of e' in v. It differs from its clock in E if e' does something else there. */
static const struct rv_clock *late_knows(struct rv_explorer *x) {
  struct rv_sequence *const v = &x->v;
  if (!v->late->changed)
    return v->late->clock;
  struct rv_clock *const knows = rv_clock_copy(v->late->clock, x->trace.width, &x->hb.arena);
  const struct rv_item *item;
  for (uint32_t i = 0; (item = rv_sequence_at(v, i)); i++)
    if (item->index != UINT32_MAX && rv_dependent(item->act.op, &v->late->op))
      rv_clock_join(knows, item->clock, item->thread, item->index, item->position + UINT64_C(1));
  return knows;
}

/* Any initial may be added; this choice blocks the fewest explorations. If e writes, take the last
 * initial that happens before e', or is e' itself: it leads to e' soon. If e only reads, take the
 * first step of v, as persistent sets do. */
static bool is_preferred(const struct rv_sequence *v, bool closed, bool before_late,
                         bool chosen_before_late) {
  return !closed && !rv_only_reads(&v->e->step.op) && before_late >= chosen_before_late;
}

/* True if a member was added. */
static bool ensure(struct rv_explorer *x, enum rv_initials initials) {
  struct rv_sequence *const v = &x->v;
  struct rv_state *const state = &x->states[v->e - x->trace.events];
  uint64_t *const set = rv_backtrack(state)->set;
  const bool closed = initials == RV_CLOSED_INITIAL;
  const uint64_t top = x->hb.arena.top;
  const size_t room = x->trace.width * sizeof(rv_tid);
  const struct rv_clock *const knows = late_knows(x);
  rv_tid chosen = RV_NO_THREAD, *const among = rv_arena_alloc(&x->hb.arena, room);
  uint32_t n_among = 0;
  bool chosen_before_late = false, there = false;
  for (uint32_t i = 0; !there && rv_sequence_at(v, i); i++) {
    const struct rv_item *const item = &v->items[i];
    const bool before_late =
        item->thread == v->late->thread || rv_clock_at(knows, item->thread) >= item->index;
    if ((closed && !before_late) || !rv_is_initial(v, i) ||
        !rv_bit(state->enabled, state->words, item->thread))
      continue;
    there = rv_bit(set, state->words, item->thread) ||
            (initials == RV_ANY_INITIAL && rv_sleeps(state->sleep, item->thread));
    among[n_among++] = item->thread;
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
  if (state < &x->states[x->piece.root]) {
    rv_backtrack_above(x, state, initials == RV_ANY_INITIAL, chosen, among, n_among);
    return false;
  }
  rv_bit_add(set, chosen);
  rv_tell_step(x, v->e, v->late, chosen);
  return true;
}

void rv_backtrack_reverse(struct rv_explorer *x, const struct rv_event *e,
                          const struct rv_late *late, enum rv_initials initials) {
  rv_sequence_begin(&x->v, &x->trace, e, late, late->since);
  x->stats.reversed += ensure(x, initials);
}

uint64_t rv_backtrack_race(struct rv_explorer *x, const struct rv_race *race,
                           enum rv_initials initials) {
  if (race->first == race->second) /* values of a choice are explored one after the other */
    return 0;
  const uint64_t top = x->hb.arena.top;
  struct rv_late late;
  const bool certain = rv_race_late(&x->trace, race->first, race->second, &late);
  const bool varies = !certain && late.op.flags & RV_OP_VARIES;
  if (varies)
    rv_probe_late(x, race->first, race->second, false, &late);
  rv_backtrack_reverse(x, race->first, &late, initials);
  const bool grown = late.grown;
  if (grown) {
    /* It now depends on what came after it in E, and that may have to come before. */
    struct rv_late last = late;
    if (varies)
      rv_probe_late(x, race->first, race->second, true, &last);
    last.since = x->trace.n;
    rv_backtrack_reverse(x, race->first, &last, RV_CLOSED_INITIAL);
  }
  if (!certain && !varies) { /* perhaps it does not write */
    late.op.access.mode = RV_READ;
    rv_late_settle(&x->trace, race->second, &late);
    rv_backtrack_reverse(x, race->first, &late, initials);
  }
  rv_arena_release(&x->hb.arena, top);
  return grown ? x->trace.n - 1 : 0;
}
