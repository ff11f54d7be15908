#include "core/weak_initial.h"

/* Whether some event of notdep(e, E) has visited the object and conflicts with an access of this
 * class. */
static inline bool meets(const struct rv_object *object, const struct rv_event *e,
                         enum rv_class class) {
  for (const struct rv_visit *v = rv_last_conflicting(object, class); v && v->event > e;
       v = v->previous)
    if (rv_conflict(class, v->class) && !rv_happens_before(e, v->event))
      return true;
  return false;
}

/* Whether some event of notdep(e, E) depends on an operation. */
static bool is_met(const struct rv_reversal *v, const struct rv_op *op) {
  const unsigned n = rv_access_count(op);
  for (unsigned i = 0; i < n; i++) {
    const struct rv_access *const access = rv_access(op, i);
    const enum rv_class class = rv_class_of(op, access);
    const struct rv_object *const object =
        rv_object_find(&v->hb->objects, access->addr, access->size);
    if (meets(object, v->e, class))
      return true;
    for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
      if (meets(o->object, v->e, class))
        return true;
  }
  return false;
}

bool rv_is_weak_initial(const struct rv_reversal *v, rv_tid thread, uint32_t choice,
                        const struct rv_op *op, uint64_t *rest) {
  const struct rv_late *const late = v->late;
  const bool is_late = thread == late->thread;
  if (late->n_without || (!is_late && rv_dependent(&late->op, op)))
    return false;
  const struct rv_trace *const trace = v->trace;
  const struct rv_thread *const its = &trace->threads[thread];
  const uint64_t before = (uint64_t)(v->e - trace->events);
  const uint32_t made = rv_thread_events_before(its, before);
  if (is_late) {
    *rest = late->position;
    return late->events == made && late->choice == choice && !is_met(v, op);
  }
  const struct rv_event *const next =
      made < its->events ? &trace->events[its->positions[made]] : NULL;
  if (!next || rv_happens_before(v->e, next)) { /* the thread is not in v */
    *rest = trace->n - 1;
    return !is_met(v, op);
  }
  *rest = its->positions[made];
  return next->step.choice == choice && rv_clock_complete(next->clock, thread, 0, trace) <= before;
}
