/*
 * Optimal-DPOR with observers: figure 1 of ISSTA 2019 in Algorithm 2 of the J. ACM paper. What need
 * not be explored is told by done(E) and redundant(E, done): sleep sets are not precise enough
 * where dependence belongs to whole sequences.
 */
#include "core/backtrack.h"
#include "core/branch.h"
#include "core/dependence.h"
#include "core/indifference.h"
#include "core/observers.h"
#include "core/probe.h"
#include "core/reread.h"
#include "core/reversal.h"
#include "core/seen.h"
#include "core/strategy.h"

/* done(E) is where the others have the sleep set. Nobody has read what a store left (yet). */
static bool again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  if (!state->wakeup)
    return false;
  struct rv_event made = *done;
  if (made.step.op.flags & RV_OP_BLIND)
    made.step.op.flags |= RV_OP_UNSEEN;
  state->sleep = rv_sleep_add(state->sleep, &made, &x->arena);
  return rv_branch_next(x, state);
}

/* E' and v in one: v's steps are in x->v. */
static struct rv_place *places_of(struct rv_explorer *x, uint64_t prefix) {
  const struct rv_event *const events = x->trace.events;
  struct rv_place *const places = rv_arena_alloc(&x->hb.arena, (prefix + x->v.n) * sizeof *places);
  for (uint64_t i = 0; i < prefix; i++)
    places[i] = (struct rv_place){events[i].step.thread,
                                  events[i].step.choice,
                                  &events[i].step.op,
                                  events[i].object,
                                  false,
                                  0};
  for (uint32_t i = 0; i < x->v.n; i++) {
    const struct rv_item *const item = &x->v.items[i];
    const struct rv_access *const access = &item->op->access;
    places[prefix + i] = (struct rv_place){item->thread, item->choice, item->op, NULL, false, 0};
    if (rv_access_count(item->op))
      places[prefix + i].object = rv_object_find(&x->hb.objects, access->addr, access->size);
  }
  return places;
}

/* v is in redundant(E', done): there is a partition E' = w.w' in which something in done(w) is in
 * WI_[w](w'.v). */
static bool is_redundant(const struct rv_explorer *x, const struct rv_place *places,
                         uint64_t prefix, uint64_t n) {
  for (uint64_t i = 0; i <= prefix; i++)
    for (const struct rv_sleeper *p = x->states[i].sleep; p; p = p->next)
      if (rv_place_initial(places + i, n - i, p))
        return true;
  return false;
}

/* Lines 9 and 10 of figure 1, for v as it is in x->v and E' of that length. */
static void plan(struct rv_explorer *x, uint64_t prefix) {
  const uint64_t n = prefix + x->v.n;
  const uint64_t top = x->hb.arena.top;
  struct rv_place *const places = places_of(x, prefix);
  rv_observe(x, places, n);
  if (!is_redundant(x, places, prefix, n)) {
    uint64_t rest;
    for (uint32_t i = 0; i < x->v.n; i++) {
      x->v.items[i].op = places[prefix + i].op;
      x->v.items[i].needed = true;
    }
    x->stats.reversed +=
        rv_wakeup_insert(&x->wakeup, &x->states[prefix].wakeup, &x->v, &x->hb.arena, &rest);
  }
  rv_arena_release(&x->hb.arena, top);
}

static bool follows_any(const struct rv_event **observers, uint32_t n, const struct rv_event *f) {
  for (uint32_t i = 0; i < n; i++)
    if (rv_happens_before(observers[i], f))
      return true;
  return false;
}

/* v = notdep(e, E).e'.e.(notobs(e, e', E) \ e').o (line 6): x->v has what is before e. */
static void append_unobserving(struct rv_explorer *x, const struct rv_event *e,
                               const struct rv_event *second, const struct rv_event **observers,
                               uint32_t n) {
  const struct rv_event *const end = x->trace.events + x->trace.n;
  rv_sequence_append(&x->v, e, &e->step.op);
  for (const struct rv_event *f = e + 1; f < end; f++)
    if (f != second && rv_happens_before(e, f) && !follows_any(observers, n, f))
      rv_sequence_append(&x->v, f, &f->step.op);
}

/* The order of two stores that something reads: lines 5 and 6. */
static void reverse_stores(struct rv_explorer *x, const struct rv_event *e,
                           const struct rv_event *second) {
  const struct rv_event **observers;
  const uint32_t n = rv_observers_of(x, second, &observers);
  append_unobserving(x, e, second, observers, n);
  if (!rv_reads_are_kept(x, (uint64_t)(e - x->trace.events), NULL, NULL))
    return;
  const struct rv_event *const o = observers[n - 1];
  struct rv_op op = o->step.op;
  if (op.flags & (RV_OP_COMPARES | RV_OP_VARIES))
    rv_probe_after(x, e, o, &op);
  rv_sequence_append(&x->v, o, &op);
  plan(x, (uint64_t)(e - x->trace.events));
}

static uint64_t reverse(struct rv_explorer *x, const struct rv_event *e, struct rv_late *late) {
  const uint64_t top = x->hb.arena.top;
  late->position = x->trace.n;
  rv_sequence_begin(&x->v, &x->trace, e, late, x->trace.n);
  for (uint32_t i = 0; rv_sequence_at(&x->v, i); i++)
    ;
  if (late->made && late->made->step.op.flags & e->step.op.flags & RV_OP_BLIND)
    reverse_stores(x, e, late->made);
  else
    plan(x, (uint64_t)(e - x->trace.events));
  rv_arena_release(&x->hb.arena, top);
  return x->trace.n - 1; /* what comes later can make stores seen that were not */
}

static bool note_awaits(struct rv_explorer *x) {
  bool news = false;
  for (uint64_t i = 0; i <= x->trace.n; i++)
    for (const struct rv_seen *s = x->states[i].awaits; s; s = s->next)
      news |= rv_awaited(x, &s->op);
  return news;
}

static void ended(struct rv_explorer *x) {
  const bool first = !(x->stats.executions | x->stats.blocked | x->stats.bounded);
  const bool written = rv_observe_written(x), awaited = note_awaits(x);
  const bool news = rv_find_differences(x) || written || awaited;
  x->grown |= news && !first;
  if (x->grown)
    return;
  rv_happens_before_shrink(&x->hb, &x->trace, rv_observe_trace(x));
  const uint64_t known = x->hb.n;
  if (x->options.context) {
    rv_happens_before_extend(&x->hb, &x->trace);
    x->grown |= !rv_try_indifference(x);
    if (x->grown)
      return;
  }
  rv_reverse_races(x, reverse);
  if (x->options.context)
    rv_reread(x, known, plan);
}

const struct rv_strategy rv_strategy_observers = {
    .name = "optimal", .arrive = rv_branch_arrive, .ended = ended, .again = again};
