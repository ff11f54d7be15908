#include "core/future.h"

#include <string.h>

#include "core/bitset.h"
#include "core/bound.h"

void rv_futures_init(struct rv_futures *futures, const struct rv_memory *memory) {
  rv_arena_init(&futures->arena, memory);
  futures->joiners = rv_reserve(memory, RV_MAX_THREADS, sizeof *futures->joiners);
  futures->awaits = rv_reserve(memory, RV_MAX_THREADS, sizeof *futures->awaits);
}

void rv_futures_clear(struct rv_futures *futures, struct rv_objects *objects, rv_tid width) {
  rv_arena_release(&futures->arena, 0);
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

static bool only_reads(const struct rv_op *op) {
  for (unsigned i = 0; i < rv_access_count(op); i++)
    if (rv_access(op, i)->mode != RV_READ)
      return false;
  return true;
}

static void note(struct rv_explorer *x, rv_tid thread, uint32_t index, const struct rv_op *op) {
  struct rv_futures *const futures = &x->bound->futures;
  for (unsigned i = 0; i < rv_access_count(op); i++) {
    const struct rv_access *const access = rv_access(op, i);
    struct rv_object *const object = rv_object_find(&x->hb.objects, access->addr, access->size);
    uint32_t *const latest = &future_of(futures, object, thread)->latest[rv_class_of(op, access)];
    if (*latest < index)
      *latest = index;
  }
  if (op->kind == RV_OP_AWAIT && only_reads(op) && futures->awaits[thread] < index)
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
  note(x, event->step.thread, event->index, &event->step.op);
  for (uint32_t i = 0; i < event->n_effects; i++) {
    const struct rv_effect *const effect = &event->effects[i];
    if (effect->kind == RV_EFFECT_JOIN)
      note_join(&x->bound->futures, effect,
                effect->thread == event->step.thread ? event->index : 0);
  }
}

void rv_future_note_waiting(struct rv_explorer *x, const struct rv_state *state) {
  for (rv_tid t = 0; t < x->trace.width; t++) {
    if (rv_bit(state->enabled, state->words, t))
      continue;
    const struct rv_op *const op = x->system->next(x->system->self, t);
    if (op->kind == RV_OP_LOCK || op->kind == RV_OP_AWAIT)
      note(x, t, x->trace.threads[t].events + 1, op);
  }
}

/* --- asking ----------------------------------------------------------------------------------- */

/* Whose future is meant: that of one thread, or of all others. */
struct whose {
  rv_tid thread;
  bool others;
};

static bool is_to_come(const struct rv_explorer *x, rv_tid thread, uint32_t index) {
  return index > x->trace.threads[thread].events;
}

static bool object_is_met(const struct rv_explorer *x, const struct rv_object *object,
                          enum rv_class class, struct whose whose) {
  for (const struct rv_future *f = object->future; f; f = f->next) {
    if ((f->thread != whose.thread) != whose.others)
      continue;
    for (unsigned other = 0; other < RV_CLASSES; other++)
      if (rv_conflict(class, other) && is_to_come(x, f->thread, f->latest[other]))
        return true;
  }
  return false;
}

/* Whether something that is to come depends on the operation. */
static bool is_met(struct rv_explorer *x, const struct rv_op *op, struct whose whose) {
  for (unsigned i = 0; i < rv_access_count(op); i++) {
    const struct rv_access *const access = rv_access(op, i);
    const enum rv_class class = rv_class_of(op, access);
    const struct rv_object *const object =
        rv_object_find(&x->hb.objects, access->addr, access->size);
    if (object_is_met(x, object, class, whose))
      return true;
    for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
      if (object_is_met(x, o->object, class, whose))
        return true;
  }
  return false;
}

/* What an await reads may depend on the state: any write may be to what it would read. */
static bool is_awaited(const struct rv_explorer *x, const struct rv_op *op, struct whose whose) {
  if (only_reads(op))
    return false;
  for (rv_tid t = 0; t < x->trace.width; t++)
    if ((t != whose.thread) == whose.others && is_to_come(x, t, x->bound->futures.awaits[t]))
      return true;
  return false;
}

/* The end of a thread matters to a thread that would stop at the join otherwise, which would be a
 * free switch. If who is woken is joined itself, so may that thread's end. */
static bool effect_matters(const struct rv_explorer *x, const struct rv_event *step,
                           const struct rv_effect *effect, struct whose whose) {
  struct rv_joiner *const *const joiners = x->bound->futures.joiners;
  if (effect->kind == RV_EFFECT_JOIN)
    return effect->thread != step->step.thread && joiners[effect->thread];
  if (effect->kind == RV_EFFECT_END)
    for (const struct rv_joiner *j = joiners[effect->thread]; j; j = j->next)
      if (joiners[j->thread] ||
          ((j->thread != whose.thread) == whose.others && is_to_come(x, j->thread, j->latest)))
        return true;
  return false;
}

static bool step_matters(struct rv_explorer *x, const struct rv_event *step, struct whose whose) {
  for (uint32_t i = 0; i < step->n_effects; i++)
    if (effect_matters(x, step, &step->effects[i], whose))
      return true;
  return is_met(x, &step->step.op, whose) || is_awaited(x, &step->step.op, whose);
}

bool rv_future_is_independent(struct rv_explorer *x, const struct rv_event *step) {
  return !step_matters(x, step, (struct whose){step->step.thread, true});
}

static bool ends(const struct rv_event *step) {
  for (uint32_t i = 0; i < step->n_effects; i++)
    if (step->effects[i].kind == RV_EFFECT_END && step->effects[i].thread == step->step.thread)
      return true;
  return false;
}

bool rv_future_is_woken(struct rv_explorer *x, rv_tid thread, const struct rv_event *last,
                        bool stops) {
  const struct whose whose = {thread, false};
  if (step_matters(x, last, whose))
    return true;
  if (!stops || ends(last))
    return false;
  const struct rv_op *const op = x->system->next(x->system->self, last->step.thread);
  if (op->kind == RV_OP_NONE) /* it waits in a join */
    return x->bound->futures.joiners[thread];
  return (op->kind == RV_OP_AWAIT && only_reads(op)) || is_met(x, op, whose);
}
