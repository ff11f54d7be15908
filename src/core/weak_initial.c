#include "core/weak_initial.h"

static inline bool is_taken(const struct rv_reversal *v, rv_tid thread, uint32_t index) {
  return index <= rv_clock_at(v->taken, thread);
}

/* Whether some event of v has visited the object and conflicts with an access of this class. */
static inline bool meets(const struct rv_reversal *v, const struct rv_object *object,
                         enum rv_class class) {
  for (const struct rv_visit *visit = rv_last_conflicting(object, class);
       visit && visit->event > v->e; visit = visit->previous)
    if (rv_conflict(class, visit->class) && !rv_happens_before(v->e, visit->event) &&
        !is_taken(v, visit->event->step.thread, visit->event->index))
      return true;
  return false;
}

/* Whether some event of v depends on an operation. */
static bool is_met(const struct rv_reversal *v, const struct rv_op *op) {
  const unsigned n = rv_access_count(op);
  for (unsigned i = 0; i < n; i++) {
    const struct rv_access *const access = rv_access(op, i);
    const enum rv_class class = rv_class_of(op, access);
    const struct rv_object *const object =
        rv_object_find(&v->hb->objects, access->addr, access->size);
    if (meets(v, object, class))
      return true;
    for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
      if (meets(v, o->object, class))
        return true;
  }
  return false;
}

/* Whether nothing of v happens before a step with this clock: no event of e's thread is in v. */
static inline bool is_minimal(const struct rv_reversal *v, rv_tid thread,
                              const struct rv_clock *clock) {
  return rv_clock_is_within(clock, v->taken, thread, v->e->step.thread, v->position, v->trace);
}

/* Whether e', with its operation in pre(E, e), comes first. */
static inline bool late_is_minimal(const struct rv_reversal *v, const struct rv_op *op) {
  const struct rv_late *const late = v->late;
  const bool as_it_was = late->made && late->clock == late->made->clock;
  return as_it_was ? is_minimal(v, late->thread, late->clock) : !is_met(v, op);
}

/* How a step in front of v relates to it; RV_DEPENDENT also if this cannot be decided here. The
 * last event of E that another answer depends on is `*rest`, and `*events` is how many its thread
 * has made when what is left of v begins. */
static inline __attribute__((always_inline)) enum rv_relation
relation(const struct rv_reversal *v, rv_tid thread, uint32_t choice, const struct rv_op *op,
         uint64_t *rest, uint32_t *events) {
  const struct rv_late *const late = v->late;
  const struct rv_thread *const its = &v->trace->threads[thread];
  const uint32_t taken = rv_clock_at(v->taken, thread);
  const uint32_t made = *events = taken ? taken : rv_thread_events_before(its, v->position);
  const bool late_is_left = !v->late_taken;
  if (thread == late->thread && made == late->events) {
    *rest = late->position;
    return late->choice == choice && late_is_minimal(v, op) ? RV_INITIAL : RV_DEPENDENT;
  }
  const struct rv_event *const next =
      made < its->events ? &v->trace->events[its->positions[made]] : NULL;
  if (!next || rv_happens_before(v->e, next)) { /* the thread is not in v */
    *rest = v->trace->n - 1;
    return (late_is_left && rv_dependent(&late->op, op)) || is_met(v, op) ? RV_DEPENDENT
                                                                          : RV_INDEPENDENT;
  }
  *rest = its->positions[made];
  const bool after_late = late_is_left && late->position < *rest;
  return next->step.choice == choice && is_minimal(v, thread, next->clock) &&
                 !(after_late && rv_dependent(&late->op, &next->step.op))
             ? RV_INITIAL
             : RV_DEPENDENT;
}

bool rv_is_weak_initial(const struct rv_reversal *v, rv_tid thread, uint32_t choice,
                        const struct rv_op *op, uint64_t *rest) {
  uint32_t made;
  return !v->late->n_without && relation(v, thread, choice, op, rest, &made) != RV_DEPENDENT;
}

/* Goes down the tree as rv_wakeup_insert() does. */
static bool leads_to_leaf(struct rv_reversal *v, const struct rv_node *node, uint64_t *rest) {
  while (node) {
    const struct rv_shared_step *const step = node->step;
    uint64_t last;
    uint32_t made;
    const enum rv_relation how = relation(v, step->thread, step->choice, &step->op, &last, &made);
    if (how == RV_DEPENDENT) {
      node = node->next;
      continue;
    }
    *rest = *rest < last ? last : *rest;
    if (!node->child)
      return true;
    if (!v->taken)
      v->taken = rv_clock_copy(NULL, v->trace->width, &v->hb->arena);
    if (how == RV_INITIAL) {
      v->taken->at[step->thread] = made + 1;
      v->late_taken |= step->thread == v->late->thread && made == v->late->events;
    }
    node = node->child;
  }
  return false;
}

bool rv_tree_covers(struct rv_reversal *v, const struct rv_node *tree, uint64_t *rest) {
  const uint64_t top = v->hb->arena.top;
  *rest = 0;
  v->late_taken = false;
  const bool covered = !v->late->n_without && leads_to_leaf(v, tree, rest);
  rv_arena_release(&v->hb->arena, top);
  return covered;
}
