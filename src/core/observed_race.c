#include "core/observed_race.h"

#include "core/indifference.h"
#include "core/observers.h"
#include "core/probe.h"
#include "core/reread.h"

/* observers(e, e', E). */
struct observers {
  const struct rv_event **at;
  uint32_t n;
};

static bool follows_any(const struct observers *observers, const struct rv_event *f) {
  for (uint32_t i = 0; i < observers->n; i++)
    if (rv_happens_before(observers->at[i], f))
      return true;
  return false;
}

/* v = notdep(e, E).e'.e.(notobs(e, e', E) \ e').o (ISSTA's figure 1, line 6): x->v has what is
 * before e. `op` is what o will do then. False if bound reads would read something else. */
static bool append_observed(struct rv_explorer *x, const struct rv_event *e,
                            const struct rv_event *second, const struct observers *observers,
                            const struct rv_event *end, struct rv_op *op) {
  const struct rv_event *const o = observers->at[observers->n - 1];
  rv_sequence_append(&x->v, e, &e->step.op);
  for (const struct rv_event *f = e + 1; f < end; f++)
    if (f != second && rv_happens_before(e, f) && !follows_any(observers, f))
      rv_sequence_append(&x->v, f, &f->step.op);
  if (!rv_reads_are_kept(x, (uint64_t)(e - x->trace.events), NULL, NULL))
    return false;
  *op = o->step.op;
  if (op->flags & (RV_OP_COMPARES | RV_OP_VARIES))
    rv_probe_after(x, e, o, op);
  rv_sequence_append(&x->v, o, op);
  return true;
}

/* Where E ends: with the race, or with its last observer, if that is all that is wanted. */
static uint64_t observed_race_end_of(const struct rv_explorer *x, const struct rv_late *late,
                                     const struct observers *observers, enum rv_extent extent) {
  if (extent == RV_WHOLE)
    return x->trace.n;
  if (!observers->n)
    return late->since;
  /* Of two messages, the first can be taken before the second comes. */
  const uint64_t last = (uint64_t)(observers->at[observers->n - 1] - x->trace.events);
  return last < late->since ? late->since : last;
}

uint64_t rv_observed_reverse(struct rv_explorer *x, const struct rv_event *e, struct rv_late *late,
                             enum rv_extent extent, rv_observed_plan *plan) {
  const uint64_t prefix = (uint64_t)(e - x->trace.events), top = x->hb.arena.top;
  struct observers observers = {NULL, 0};
  struct rv_op op;
  if (late->made && late->made->verdict & e->verdict & RV_BLIND)
    observers.n = rv_observers_of(x, e, late->made, &observers.at);
  const uint64_t end = observed_race_end_of(x, late, &observers, extent);
  late->position = x->trace.n;
  rv_sequence_begin(&x->v, &x->trace, e, late, end);
  for (uint32_t i = 0; rv_sequence_at(&x->v, i); i++)
    ;
  bool kept = true;
  if (observers.n)
    kept = append_observed(x, e, late->made, &observers, x->trace.events + end, &op);
  const uint64_t rest = kept ? plan(x, prefix) : x->trace.n - 1;
  rv_arena_release(&x->hb.arena, top);
  return rest;
}

bool rv_observed_races(struct rv_explorer *x, rv_race_reverse *race, rv_await_reverse *late) {
  rv_observe_written(x);
  rv_note_awaits(x);
  rv_find_differences(x);
  if (rv_begins_again(x))
    return false;
  rv_happens_before_shrink(&x->hb, &x->trace, rv_observe_trace(x));
  if (rv_begins_again(x))
    return false;
  if (x->options.context) {
    const uint64_t known = x->hb.n; /* these have the order that they had */
    rv_happens_before_extend(&x->hb, &x->trace);
    rv_try_indifference(x, known);
    if (rv_begins_again(x))
      return false;
  }
  x->relied = true;
  rv_races(x, race, late);
  return true;
}
