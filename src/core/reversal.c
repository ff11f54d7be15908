#include "core/reversal.h"

#include "core/blocking.h"
#include "core/layer.h"
#include "core/probe.h"
#include "core/race.h"

/* A step with one value of a choice races with the steps with the others. */
static uint64_t reverse_choice(struct rv_explorer *x, const struct rv_event *e,
                               rv_await_reverse *reverse) {
  struct rv_late late = {.thread = e->step.thread,
                         .events = e->index - 1,
                         .choice = rv_first_choice(x, e->step.thread, e->index),
                         .position = (uint64_t)(e - x->trace.events),
                         .op = e->step.op,
                         .clock = e->before};
  uint64_t rest = 0;
  for (; late.choice < e->step.op.choices; late.choice++)
    if (late.choice != e->step.choice) {
      const uint64_t last = reverse(x, e, &late);
      rest = rest < last ? last : rest;
    }
  return rest;
}

/* A race as the papers have it. What e' will do is known in most cases; the system can tell. */
static uint64_t reversal_reverse_race(struct rv_explorer *x, const struct rv_race *race,
                                      rv_await_reverse *reverse) {
  const uint64_t top = x->hb.arena.top;
  struct rv_late late;
  if (!rv_race_late(&x->trace, race->first, race->second, &late)) {
    rv_probe_late(x, race->first, race->second, false, &late);
    if (late.grown && late.op.flags & RV_OP_VARIES)
      rv_probe_late(x, race->first, race->second, true, &late);
  }
  const uint64_t rest = reverse(x, race->first, &late);
  rv_arena_release(&x->hb.arena, top);
  return rest;
}

uint64_t rv_reverse_whole(struct rv_explorer *x, const struct rv_race *race,
                          rv_await_reverse *reverse) {
  return race->first == race->second ? reverse_choice(x, race->first, reverse)
                                     : reversal_reverse_race(x, race, reverse);
}

void rv_races(struct rv_explorer *x, rv_race_reverse *reverse, rv_await_reverse *late) {
  const uint64_t found = x->hb.found;
  if (x->ending == RV_COMPLETE && !x->n_waiting)
    rv_happens_before_end(&x->hb, &x->trace);
  else
    rv_happens_before_extend(&x->hb, &x->trace);
  x->stats.races += x->hb.found - found;
  const struct rv_race *race;
  while ((race = x->hb.races)) {
    const bool awaits = race->second->step.op.kind == RV_OP_AWAIT;
    const uint64_t rest = awaits ? rv_await_made(x, race->second, late) : reverse(x, race);
    rv_race_rests_on(&x->hb, &x->trace, rest);
  }
  for (uint32_t i = 0; i < x->n_waiting; i++) {
    struct rv_late lock;
    const struct rv_event *const e = rv_waiting_lock_race(x, &x->waiting[i], &lock);
    if (e)
      late(x, e, &lock);
    rv_await_waiting(x, &x->waiting[i], late);
  }
}
