#include "core/probe.h"

#include <string.h>

#include "core/bitset.h"
#include "core/race.h"

/* The system's answer to the step of a probe. That the search has to begin again, or that the
 * program did not repeat itself, is acted on when the execution has ended. */
static enum rv_status heed(struct rv_explorer *x, enum rv_status status) {
  if (status == RV_RESTART && !rv_begins_again(x)) /* and the system does not say why */
    rv_fact_found(x, RV_FACT_SYSTEM, NULL);
  /* With facts that were found meanwhile other accesses are events: the search begins again. */
  x->diverged |= status == RV_DIVERGED && !rv_begins_again(x);
  return status;
}

bool rv_probe_from(struct rv_explorer *x, uint64_t n) {
  return heed(x, rv_go_back(x, n)) == RV_OK;
}

void rv_probe_end(struct rv_explorer *x) {
  heed(x, x->system->finish(x->system->self, false));
}

/* In another order a thread may be blocked or may have ended, because of accesses that are not
 * events. */
static enum rv_status probe_make(struct rv_explorer *x, rv_tid thread, uint32_t choice,
                                 struct rv_step *step) {
  const struct rv_system *const system = x->system;
  size_t words;
  const uint64_t *const enabled = system->enabled(system->self, &words);
  if (!rv_bit(enabled, words, thread))
    return RV_DIVERGED;
  return heed(x, system->step(system->self, thread, choice, step));
}

bool rv_probe_step(struct rv_explorer *x, rv_tid thread, uint32_t choice, struct rv_step *step) {
  const enum rv_status status = probe_make(x, thread, choice, step);
  return status == RV_OK || status == RV_ENDED;
}

bool rv_probe_event(struct rv_explorer *x, const struct rv_event *event, struct rv_step *step) {
  *step = (struct rv_step){0};
  const enum rv_status status = probe_make(x, event->step.thread, event->step.choice, step);
  x->stats.replayed += status != RV_DIVERGED;
  return status == RV_OK;
}

/* Runs pre(E, e) and then those events of notdep(e, E) that happen before e'; or all of them, where
 * they are not known to `clock` either, that come before `end`. */
static bool run_to(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                   const struct rv_clock *clock, bool all, uint64_t end) {
  const uint64_t prefix = (uint64_t)(e - x->trace.events);
  struct rv_step step = {0};
  if (!rv_probe_from(x, prefix))
    return false;
  for (uint64_t i = prefix + 1; i < end; i++) {
    const struct rv_event *const event = &x->trace.events[i];
    const rv_tid thread = event->step.thread;
    const bool before = thread == late->thread ? event->index <= late->events
                                               : all || event->index <= rv_clock_at(clock, thread);
    if (!before || rv_happens_before(e, event))
      continue;
    if (!rv_probe_step(x, thread, event->step.choice, &step))
      return false;
    x->stats.replayed++;
  }
  return true;
}

void rv_probe_late(struct rv_explorer *x, const struct rv_event *e, const struct rv_event *second,
                   bool last, struct rv_late *late) {
  const uint64_t end = last ? x->trace.n : (uint64_t)(second - x->trace.events);
  struct rv_step step = {0};
  if (run_to(x, e, late, second->clock, last, end) &&
      rv_probe_step(x, late->thread, late->choice, &step))
    rv_op_copy(&late->op, &step.op, &x->hb.arena);
  rv_late_settle(&x->trace, second, late);
  if (last) {
    late->grown = true;
    late->position = x->trace.n;
  }
  rv_probe_end(x);
}

void rv_probe_after(struct rv_explorer *x, const struct rv_event *e, const struct rv_event *o,
                    struct rv_op *op) {
  struct rv_step step = {0};
  bool there = rv_probe_from(x, (uint64_t)(e - x->trace.events));
  for (uint32_t i = 0; there && i < x->v.n; i++, x->stats.replayed++)
    there = rv_probe_step(x, x->v.items[i].thread, x->v.items[i].choice, &step);
  if (there && rv_probe_step(x, o->step.thread, o->step.choice, &step))
    rv_op_copy(op, &step.op, &x->hb.arena);
  rv_probe_end(x);
}

void rv_probe_await(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                    struct rv_answer *answer) {
  const struct rv_system *const system = x->system;
  struct rv_step step = {0};
  answer->enabled = false;
  if (run_to(x, e, late, late->clock, false, late->position)) {
    answer->enabled = rv_probe_step(x, late->thread, 0, &step);
    const struct rv_op *const op =
        answer->enabled ? &step.op : system->next(system->self, late->thread);
    rv_op_copy(&answer->op, op, &x->hb.arena);
  }
  rv_probe_end(x);
}

const struct rv_answer *rv_answer_find(const struct rv_event *event,
                                       const struct rv_answer *wanted) {
  for (const struct rv_answer *a = event ? event->answers : NULL; a; a = a->next)
    if (a->thread == wanted->thread && a->events == wanted->events && a->n == wanted->n &&
        memcmp(a->writes, wanted->writes, a->n * sizeof *a->writes) == 0)
      return a;
  return NULL;
}

const struct rv_answer *rv_answer_keep(struct rv_explorer *x, struct rv_event *event,
                                       const struct rv_answer *answer) {
  const size_t bytes = rv_answer_size(answer->n);
  struct rv_answer *const kept = memcpy(rv_pool_alloc(&x->hb.pool, bytes), answer, bytes);
  if (kept->op.more_count) {
    const size_t more = kept->op.more_count * sizeof *kept->op.more;
    kept->op.more = memcpy(rv_pool_alloc(&x->hb.pool, more), answer->op.more, more);
  }
  kept->next = event->answers;
  event->answers = kept;
  return kept;
}
