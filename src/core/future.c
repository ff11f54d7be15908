#include "core/future.h"

#include <string.h>

#include "core/bitset.h"
#include "core/bound.h"

void rv_futures_init(struct rv_futures *futures, const struct rv_memory *memory) {
  rv_arena_init(&futures->arena, memory);
  futures->aware = rv_reserve(memory, RV_MAX_THREADS, sizeof *futures->aware);
  futures->joiners = rv_reserve(memory, RV_MAX_THREADS, sizeof *futures->joiners);
  futures->awaits = rv_reserve(memory, RV_MAX_THREADS, sizeof *futures->awaits);
}

void rv_futures_clear(struct rv_futures *futures, struct rv_objects *objects, rv_tid width) {
  rv_arena_release(&futures->arena, 0);
  for (rv_tid t = 0; t < width; t++)
    futures->aware[t].n = 0;
  memset(futures->joiners, 0, width * sizeof *futures->joiners);
  memset(futures->awaits, 0, width * sizeof *futures->awaits);
  for (uint64_t i = 0; i < objects->capacity; i++)
    if (objects->table[i])
      objects->table[i]->future = NULL;
}

/* --- noting ----------------------------------------------------------------------------------- */

static struct rv_future *future_of(struct rv_futures *futures, struct rv_object *object,
                                   rv_tid thread) {
  for (struct rv_future *f = object->future; f; f = f->next)
    if (f->thread == thread)
      return f;
  struct rv_future *const future = rv_arena_alloc(&futures->arena, sizeof *future);
  *future = (struct rv_future){.next = object->future, .thread = thread};
  object->future = future;
  return future;
}

static void grow(struct rv_awareness *aware, struct rv_pool *pool) {
  const uint32_t capacity = aware->capacity ? 2 * aware->capacity : 16;
  aware->least = rv_pool_widen(pool, aware->least, aware->capacity * sizeof *aware->least,
                               capacity * sizeof *aware->least);
  aware->capacity = capacity;
}

/* Before its index-th event a thread knows what the clock says. */
static void note_awareness(struct rv_explorer *x, rv_tid thread, uint32_t index,
                           const struct rv_clock *clock) {
  struct rv_futures *const futures = &rv_bound(x)->futures;
  struct rv_awareness *const aware = &futures->aware[thread];
  if (index > aware->n) {
    if (aware->n == aware->capacity)
      grow(aware, &x->trace.pool);
    aware->least[aware->n++] = rv_clock_copy(clock, x->trace.width, &futures->arena);
    return;
  }
  struct rv_clock *const least = aware->least[index - 1];
  for (rv_tid t = 0; t < least->n; t++)
    if (least->at[t] > rv_clock_at(clock, t))
      least->at[t] = rv_clock_at(clock, t);
}

static void note(struct rv_explorer *x, rv_tid thread, uint32_t index, const struct rv_op *op,
                 const struct rv_clock *clock) {
  struct rv_futures *const futures = &rv_bound(x)->futures;
  note_awareness(x, thread, index, clock);
  for (unsigned i = 0; i < rv_access_count(op); i++) {
    const struct rv_access *const access = rv_access(op, i);
    struct rv_object *const object = rv_object_find(&x->hb.objects, access->addr, access->size);
    uint32_t *const latest = &future_of(futures, object, thread)->latest[rv_class_of(op, access)];
    if (*latest < index)
      *latest = index;
  }
  if (op->kind == RV_OP_AWAIT && rv_only_reads(op) && futures->awaits[thread] < index)
    futures->awaits[thread] = index;
}

static void note_join(struct rv_futures *futures, const struct rv_effect *join, uint32_t index) {
  struct rv_joiner *joiner = futures->joiners[join->other];
  while (joiner && joiner->thread != join->thread)
    joiner = joiner->next;
  if (!joiner) {
    joiner = rv_arena_alloc(&futures->arena, sizeof *joiner);
    *joiner = (struct rv_joiner){.next = futures->joiners[join->other], .thread = join->thread};
    futures->joiners[join->other] = joiner;
  }
  if (joiner->latest < index)
    joiner->latest = index;
}

void rv_future_note_event(struct rv_explorer *x, const struct rv_event *event) {
  note(x, event->step.thread, event->index, &event->step.op, event->before);
  for (uint32_t i = 0; i < event->n_effects; i++) {
    const struct rv_effect *const effect = &event->effects[i];
    if (effect->kind == RV_EFFECT_JOIN)
      note_join(&rv_bound(x)->futures, effect,
                effect->thread == event->step.thread ? event->index : 0);
  }
}

void rv_future_note_waiting(struct rv_explorer *x, const struct rv_state *state) {
  for (rv_tid t = 0; t < x->trace.width; t++) {
    if (!rv_bound_waits(x, state, t))
      continue;
    const struct rv_op *const op = x->system->next(x->system->self, t);
    if (op->kind != RV_OP_NONE)
      note(x, t, x->trace.threads[t].events + 1, op, x->trace.threads[t].current);
  }
}

/* --- asking ----------------------------------------------------------------------------------- */

/* A step, and whose future is meant: that of one thread, or of all but one. */
struct question {
  rv_tid by;
  uint32_t index;
  rv_tid thread;
  bool others;
};

static bool concerns(const struct question *q, rv_tid thread) {
  return (thread != q->thread) == q->others;
}

/* Whether a thread can still come to such an event, without knowing of the step. */
static bool is_to_come(const struct rv_explorer *x, const struct question *q, rv_tid thread,
                       uint32_t index) {
  const uint32_t made = x->trace.threads[thread].events;
  return index > made &&
         rv_clock_at(rv_bound(x)->futures.aware[thread].least[made], q->by) < q->index;
}

static bool object_is_met(const struct rv_explorer *x, const struct rv_object *object,
                          enum rv_class class, const struct question *q) {
  for (const struct rv_future *f = object->future; f; f = f->next) {
    if (!concerns(q, f->thread))
      continue;
    for (unsigned other = 0; other < RV_CLASSES; other++)
      if (rv_conflict(class, other) && is_to_come(x, q, f->thread, f->latest[other]))
        return true;
  }
  return false;
}

/* Whether something that is to come depends on the operation. */
static bool is_met(struct rv_explorer *x, const struct rv_op *op, const struct question *q) {
  for (unsigned i = 0; i < rv_access_count(op); i++) {
    const struct rv_access *const access = rv_access(op, i);
    const enum rv_class class = rv_class_of(op, access);
    const struct rv_object *const object =
        rv_object_find(&x->hb.objects, access->addr, access->size);
    if (object_is_met(x, object, class, q))
      return true;
    for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
      if (object_is_met(x, o->object, class, q))
        return true;
  }
  return false;
}

/* What an await reads may depend on the state: any write may be to what it would read. */
static bool is_awaited(const struct rv_explorer *x, const struct rv_op *op,
                       const struct question *q) {
  if (rv_only_reads(op))
    return false;
  for (rv_tid t = 0; t < x->trace.width; t++)
    if (concerns(q, t) && is_to_come(x, q, t, rv_bound(x)->futures.awaits[t]))
      return true;
  return false;
}

/* The end of a thread matters to a thread that would stop at the join otherwise, which would be a
 * free switch. If who is woken is joined itself, so may that thread's end. */
static bool effect_matters(const struct rv_explorer *x, const struct rv_event *step,
                           const struct rv_effect *effect, const struct question *q) {
  struct rv_joiner *const *const joiners = rv_bound(x)->futures.joiners;
  if (effect->kind == RV_EFFECT_JOIN)
    return effect->thread != step->step.thread && joiners[effect->thread];
  if (effect->kind == RV_EFFECT_END)
    for (const struct rv_joiner *j = joiners[effect->thread]; j; j = j->next)
      if (joiners[j->thread] || (concerns(q, j->thread) && is_to_come(x, q, j->thread, j->latest)))
        return true;
  return false;
}

static bool step_matters(struct rv_explorer *x, const struct rv_event *step,
                         const struct question *q) {
  for (uint32_t i = 0; i < step->n_effects; i++)
    if (effect_matters(x, step, &step->effects[i], q))
      return true;
  return is_met(x, &step->step.op, q) || is_awaited(x, &step->step.op, q);
}

bool rv_future_is_independent(struct rv_explorer *x, const struct rv_event *step) {
  const rv_tid p = step->step.thread;
  return !step_matters(x, step, &(struct question){p, step->index, p, true});
}

static bool ends(const struct rv_event *step) {
  for (uint32_t i = 0; i < step->n_effects; i++) {
    const struct rv_effect *const effect = &step->effects[i];
    if ((effect->kind == RV_EFFECT_END || rv_effect_stops(effect)) &&
        effect->thread == step->step.thread)
      return true;
  }
  return false;
}

bool rv_future_is_woken(struct rv_explorer *x, rv_tid thread, const struct rv_event *last,
                        bool stops) {
  struct question q = {last->step.thread, last->index, thread, false};
  if (step_matters(x, last, &q))
    return true;
  if (!stops || ends(last))
    return false;
  const struct rv_op *const op = x->system->next(x->system->self, last->step.thread);
  if (op->kind == RV_OP_NONE) /* it waits in a join */
    return rv_bound(x)->futures.joiners[thread];
  q.index++;
  return (op->kind == RV_OP_AWAIT && rv_only_reads(op)) || is_met(x, op, &q);
}
