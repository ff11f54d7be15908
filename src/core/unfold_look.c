/*
 * What may come before a site or after it: the events of the trace that access what it accesses.
 */
#include <string.h>

#include "core/dependence.h"
#include "core/unfold_site.h"

static bool known(const struct rv_site *site, const struct rv_event *event) {
  return event->step.thread == site->thread
             ? event->index <= site->events
             : event->index <= rv_clock_at(site->knows, event->step.thread);
}

/* Inserts an event, unless it is there already (it may access several objects). The last event of
 * the trace comes first: that is how they are found. */
static void unfold_look_insert(struct rv_unfold *u, struct rv_list *list,
                               const struct rv_event *event) {
  uint32_t at = list->n;
  while (at && list->at[at - 1] < event)
    at--;
  if (at && list->at[at - 1] == event)
    return;
  if (list->n == list->capacity) {
    const uint32_t capacity = list->capacity ? 2 * list->capacity : 64;
    list->at = rv_pool_widen(&u->pool, list->at, list->capacity * sizeof *list->at,
                             capacity * sizeof *list->at);
    list->capacity = capacity;
  }
  memmove(list->at + at + 1, list->at + at, (list->n++ - at) * sizeof *list->at);
  list->at[at] = event;
}

static void reverse(struct rv_list *list) {
  for (uint32_t i = 0, j = list->n; i + 1 < j; i++) {
    const struct rv_event *const event = list->at[i];
    list->at[i] = list->at[--j];
    list->at[j] = event;
  }
}

static void sort_in(struct rv_unfold *u, struct rv_site *site, const struct rv_op *looking,
                    const struct rv_event *event) {
  const bool changes = rv_dependent(&event->step.op, looking);
  if (known(site, event)) {
    if (changes && site->last < event)
      site->last = event;
    return;
  }
  if (site->made && rv_happens_before(site->made, event))
    return;
  const bool depends = rv_dependent(&event->step.op, &site->op);
  if (changes && (depends || site->varies))
    unfold_look_insert(u, &u->changers, event);
  else if (depends)
    unfold_look_insert(u, &u->lookers, event);
}

static bool only_reads(const struct rv_op *op) {
  return (op->kind == RV_OP_MEMORY || op->kind == RV_OP_AWAIT) && !op->more_count &&
         !(op->flags & (RV_OP_COMPARES | RV_OP_VARIES)) && op->access.mode == RV_READ;
}

/* The events that accessed an object, from the last. The walk stops early: what precedes an event
 * that conflicts with everything is known to that event, and a read before a read depends on what
 * that one depends on. If this is the only object and an event that conflicts with everything is
 * not fresh, a history in which that event comes after the site has no fresh event before the site.
 */
static void go_through(struct rv_unfold *u, struct rv_site *site, const struct rv_op *looking,
                       const struct rv_object *object, const struct rv_event *fresh) {
  const bool reads = only_reads(&site->op);
  for (const struct rv_touch *t = object->touches; t; t = t->before) {
    sort_in(u, site, looking, t->event);
    if (t->class < RV_CLASS_READ ? t->event < fresh || known(site, t->event)
                                 : t->class == RV_CLASS_READ && reads && known(site, t->event))
      break;
  }
}

static bool overlaps(const struct rv_object *object) {
  for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
    if (o->object->touches)
      return true;
  return false;
}

static void go_through_all(struct rv_explorer *x, struct rv_site *site, const struct rv_op *looking,
                           const struct rv_event *fresh) {
  for (unsigned i = 0; i < rv_access_count(&site->op); i++) {
    const struct rv_access *const access = rv_access(&site->op, i);
    const struct rv_object *const object =
        rv_object_find(&x->hb.objects, access->addr, access->size);
    site->overlaps |= overlaps(object);
    const bool alone = !site->op.more_count && !site->overlaps;
    go_through(rv_unfold(x), site, looking, object, alone ? fresh : x->trace.events);
    for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
      go_through(rv_unfold(x), site, looking, o->object, x->trace.events);
  }
}

void rv_site_look(struct rv_explorer *x, struct rv_site *site, const struct rv_event *fresh) {
  struct rv_unfold *const u = x->own;
  struct rv_op looking = site->op;
  if (looking.kind == RV_OP_MEMORY || looking.kind == RV_OP_AWAIT)
    rv_op_set_modes(&looking, RV_READ, &x->hb.arena);
  else {
    looking.kind = RV_OP_TRYLOCK;
    looking.flags |= RV_OP_FAILED;
  }
  u->changers.n = u->lookers.n = 0;
  site->last = NULL;
  go_through_all(x, site, &looking, fresh);
  reverse(&u->changers);
  reverse(&u->lookers);
  site->changers = u->changers.at;
  site->n_changers = u->changers.n;
  site->lookers = u->lookers.at;
  site->n_lookers = u->lookers.n;
}
