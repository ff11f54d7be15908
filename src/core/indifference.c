#include "core/indifference.h"

#include "core/dependence.h"
#include "core/observers.h"
#include "core/probe.h"
#include "core/reread.h"

/* A block that has read one range is taken for a read of it until it does something else where it
 * reads something else: then it is no plain read, and the range is ordered. */
static bool is_plain_read(const struct rv_op *op) {
  return op->kind == RV_OP_MEMORY && !op->more_count && op->access.mode == RV_READ &&
         !(op->flags & RV_OP_COMPARES) && (!(op->flags & RV_OP_VARIES) || op->flags & RV_OP_BLOCK);
}

static bool is_ordered(const struct rv_object *object) {
  bool some = object->ordered;
  for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
    some |= o->object->ordered;
  return some;
}

/* Ranges that overlap and are only read are in the class of reads, as all of them have to be. */
static bool is_among_reads(const struct rv_object *object) {
  return object->overlaps && !object->written;
}

uint8_t rv_judge_read(const struct rv_explorer *x, const struct rv_event *event) {
  if (!x->options.context || !event->object || !is_plain_read(&event->step.op) ||
      is_ordered(event->object) || is_among_reads(event->object) || !rv_is_blind(event->object))
    return 0;
  return event->object->matters ? RV_UNSEEN | RV_BOUND : RV_UNSEEN;
}

void rv_order_accesses(struct rv_explorer *x, struct rv_object *object) {
  rv_fact_found(x, RV_FACT_ORDERED, object);
}

static void order_accesses_of(struct rv_explorer *x, const struct rv_op *op) {
  for (unsigned a = 0; a < rv_access_count(op); a++) {
    const struct rv_access *const access = rv_access(op, a);
    struct rv_object *const object = rv_object_find(&x->hb.objects, access->addr, access->size);
    if (!object->ordered && !object->message)
      rv_fact_found(x, RV_FACT_ORDERED, object);
    object->ordered = true;
  }
}

/* Whether a thread that spins would leave its loop depends on the memory at the end of the
 * execution. So its reads are bound to no store: it would read again. */
static void order_what_is_read_by(struct rv_explorer *x, rv_tid thread) {
  for (uint64_t i = 0; i < x->trace.n; i++)
    if (x->trace.events[i].step.thread == thread)
      order_accesses_of(x, &x->trace.events[i].step.op);
}

static void find_loops(struct rv_explorer *x) {
  for (uint32_t i = 0; i < x->n_waiting; i++)
    if (x->waiting[i].op.kind == RV_OP_AWAIT)
      order_what_is_read_by(x, x->waiting[i].thread);
  for (uint64_t i = 0; i < x->trace.n; i++)
    for (uint32_t j = 0; j < x->trace.events[i].n_effects; j++)
      if (x->trace.events[i].effects[j].kind == RV_EFFECT_VOID)
        order_what_is_read_by(x, x->trace.events[i].effects[j].thread);
}

void rv_find_differences(struct rv_explorer *x) {
  if (!x->options.context)
    return;
  find_loops(x);
  for (uint64_t i = 0; i < x->trace.n; i++) {
    const struct rv_event *const event = &x->trace.events[i];
    const struct rv_op *const op = &event->step.op;
    if (!(event->verdict & RV_BLIND || (is_plain_read(op) && rv_is_blind(event->object))))
      order_accesses_of(x, op);
  }
}

/* Makes the step of an event again. False, too, if it does not do what it did. */
static bool step(struct rv_explorer *x, const struct rv_event *event) {
  const struct rv_op *const then = &event->step.op;
  struct rv_step done;
  return rv_probe_event(x, event, &done) &&
         (!(then->flags & RV_OP_BLOCK) ||
          (rv_is_part(&done.op, then, true) && rv_is_part(then, &done.op, true)));
}

/* Runs, in the order of E, the events that happen before the read or the store, without these two.
 * This part of E is closed under happens-before, so its reads read what they read in E. */
static bool indifference_run(struct rv_explorer *x, const struct rv_event *read,
                             const struct rv_event *store) {
  const struct rv_event *const end = read < store ? store : read;
  bool good = true;
  for (const struct rv_event *f = x->trace.events; good && f < end; f++)
    if (f != read && f != store && (rv_happens_before(f, read) || rv_happens_before(f, store)))
      good = step(x, f);
  return good;
}

/* The store can come right before the read, or after it. */
static bool same_before_and_after(struct rv_explorer *x, const struct rv_event *read,
                                  const struct rv_event *store) {
  const struct rv_system *const system = x->system;
  return rv_probe_from(x, 0) && indifference_run(x, read, store) && step(x, read) &&
         step(x, store) && system->remember(system->self) && rv_probe_from(x, 0) &&
         indifference_run(x, read, store) && step(x, store) && step(x, read) &&
         system->as_remembered(system->self, NULL);
}

/* What happens before the read, with the store and everything that happens after it postponed. */
static void put_off(struct rv_explorer *x, const struct rv_event *read,
                    const struct rv_event *store) {
  rv_sequence_clear(&x->v, &x->trace);
  for (unsigned after = 0; after < 2; after++)
    for (const struct rv_event *f = x->trace.events; f <= read; f++)
      if ((f == read || rv_happens_before(f, read)) &&
          (f == store || rv_happens_before(store, f)) == after)
        rv_sequence_append(&x->v, f, &f->step.op);
}

/* The store always comes before the read: as the last store, or in its place in E. In the first
 * case bound reads must read what they read in E. No other difference is allowed, since it could
 * cancel the one that is tested. */
static bool same_as_last(struct rv_explorer *x, const struct rv_event *read,
                         const struct rv_event *store) {
  const struct rv_system *const system = x->system;
  put_off(x, read, store);
  if (rv_first_changed(x, 0, NULL, NULL))
    return false;
  bool good = rv_probe_from(x, 0);
  for (const struct rv_event *f = x->trace.events; good && f < read; f++)
    if (rv_happens_before(f, read))
      good = step(x, f);
  good = good && step(x, read) && system->remember(system->self) && rv_probe_from(x, 0);
  for (uint32_t i = 0; good && i < x->v.n; i++)
    good = step(x, &x->trace.events[x->v.items[i].position]);
  return good && system->as_remembered(system->self, &store->step.op.access);
}

static bool is_store_to(const struct rv_event *event, const struct rv_event *read) {
  return event->verdict & RV_BLIND && rv_overlap(&event->step.op.access, &read->step.op.access);
}

/* Another store is always between the two. */
static bool indifference_is_hidden(const struct rv_explorer *x, const struct rv_event *store,
                                   const struct rv_event *read) {
  for (const struct rv_event *f = store + 1; f < x->trace.events + x->trace.n; f++)
    if (f != read && f->step.op.access.mode & RV_WRITE && f->object == store->object &&
        rv_happens_before(store, f) && rv_happens_before(f, read))
      return true;
  return false;
}

static bool makes_a_difference(struct rv_explorer *x, const struct rv_event *read,
                               const struct rv_event *store) {
  if (rv_happens_before(read, store) || indifference_is_hidden(x, store, read))
    return false;
  x->stats.checks++;
  const bool before = rv_happens_before(store, read);
  const bool same = before ? same_as_last(x, read, store) : same_before_and_after(x, read, store);
  rv_probe_end(x);
  x->stats.same += same;
  x->relied |= same;
  return !same;
}

/* Whether a read leads to the same state whichever store it reads. If the read was tried before,
 * only new stores have to be tried. */
static bool is_indifferent(struct rv_explorer *x, const struct rv_event *read, uint64_t known) {
  const struct rv_event *const events = x->trace.events;
  const struct rv_event *store = read < events + known ? events + known : events;
  while (store < events + x->trace.n &&
         !(is_store_to(store, read) && makes_a_difference(x, read, store)))
    store++;
  return store == events + x->trace.n;
}

bool rv_try_indifference(struct rv_explorer *x, uint64_t known) {
  bool good = true;
  for (uint64_t i = 0; i < x->trace.n; i++) {
    const struct rv_event *const read = &x->trace.events[i];
    if (rv_judge_read(x, read) == RV_UNSEEN && !is_indifferent(x, read, known)) {
      rv_fact_found(x, RV_FACT_MATTERS, read->object);
      good = false;
    }
  }
  return good;
}
