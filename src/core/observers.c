#include "core/observers.h"

#include <assert.h>

#include "core/dependence.h"
#include "core/indifference.h"
#include "core/seen.h"

void *rv_observers_make(const struct rv_memory *memory, const struct rv_options *options) {
  (void)options;
  return rv_reserve(memory, 1, sizeof(uint64_t));
}

void rv_awaited(struct rv_explorer *x, const struct rv_op *op) {
  if (!x->options.observers && !x->options.context)
    return;
  for (unsigned i = 0; i < rv_access_count(op); i++) {
    const struct rv_access *const access = rv_access(op, i);
    struct rv_object *const object = rv_object_find(&x->hb.objects, access->addr, access->size);
    if (!object->awaited && !object->message)
      rv_fact_found(x, RV_FACT_AWAITED, object);
    object->awaited = true;
  }
}

void rv_note_awaits(struct rv_explorer *x) {
  for (uint64_t i = x->hb.n; i <= x->trace.n; i++)
    for (const struct rv_seen *s = rv_awaits_at(&x->states[i]); s; s = s->next)
      rv_awaited(x, &s->op);
}

static void note_store(struct rv_explorer *x, const struct rv_op *op) {
  const rv_tid thread = x->trace.events[x->trace.n].step.thread;
  struct rv_object *const object = rv_object_find(&x->hb.objects, op->access.addr, op->access.size);
  if (object->storing && object->storing != thread + 1)
    rv_fact_found(x, RV_FACT_STORES, NULL);
  object->storing = thread + 1;
}

void rv_store_made(struct rv_explorer *x, struct rv_op *op) {
  if (x->options.observers && op->flags & RV_OP_BLIND)
    note_store(x, op);
  op->flags &= (uint8_t)~RV_OP_BLIND;
}

/* Notes what is written. Stores to a range that overlaps another that is written too may have been
 * taken for blind. */
static void note_written(struct rv_explorer *x, struct rv_object *object) {
  if (object->written)
    return;
  bool overlaps = false;
  for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
    overlaps |= o->object->written;
  rv_fact_found(x, RV_FACT_WRITTEN, object);
  if (overlaps)
    rv_fact_found(x, RV_FACT_OVERLAPS, object);
}

bool rv_is_blind(const struct rv_object *object) {
  bool blind = !rv_is_awaited(object);
  for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
    blind &= !o->object->written;
  return blind;
}

static struct rv_object *observers_object_of(struct rv_explorer *x, const struct rv_op *op,
                                             unsigned i) {
  const struct rv_access *const access = rv_access(op, i);
  return rv_object_find(&x->hb.objects, access->addr, access->size);
}

void rv_observe_written(struct rv_explorer *x) {
  for (uint64_t i = x->hb.n; i < x->trace.n; i++) {
    struct rv_event *const event = &x->trace.events[i];
    const struct rv_op *const op = &event->step.op;
    event->object = NULL;
    for (unsigned a = rv_access_count(op); a-- > 0;) {
      event->object = observers_object_of(x, op, a);
      event->object->message |= rv_is_send(op);
      if (rv_access(op, a)->mode & (RV_WRITE | RV_ADD))
        note_written(x, event->object);
    }
  }
}

/* The last store of an object in the sequence, if it has one, is read. */
static void see(const struct rv_object *object, struct rv_place *places, uint64_t number) {
  if (object->pass == number)
    places[object->store].seen |= (uint8_t)(1u << object->with);
}

static void find_seen(struct rv_explorer *x, struct rv_place *places, uint64_t n) {
  const uint64_t number = ++*(uint64_t *)x->own;
  for (uint64_t i = 0; i < n; i++) {
    const struct rv_op *const op = places[i].op;
    const bool blind = op->flags & RV_OP_BLIND;
    places[i].seen = 0;
    if (op->flags & RV_OP_BOUND)
      places[i].source = places[i].object->pass == number ? places[i].object->store : n;
    for (unsigned a = 0; a < rv_access_count(op); a++) {
      struct rv_object *const object = a == 0 ? places[i].object : observers_object_of(x, op, a);
      if (!blind && !(op->flags & RV_OP_UNSEEN)) {
        see(object, places, number);
        for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
          see(o->object, places, number);
      }
      if (rv_access(op, a)->mode & RV_WRITE) {
        object->pass = number;
        object->store = i;
        object->with = (uint8_t)(a < 7 ? a : 7);
      }
    }
  }
}

/* What is to be said of a blind store that is seen through these of its accesses. */
struct verdict {
  bool unseen, picked;
};

static struct verdict verdict_on(const struct rv_op *op, unsigned seen) {
  if (!rv_is_send(op))
    return (struct verdict){.unseen = !seen};
  const bool as_any = seen >> RV_SEND_AS_ANY & 1, by_tag = seen >> RV_SEND_BY_TAG & 1;
  return (struct verdict){.unseen = !as_any, .picked = by_tag && !as_any};
}

static bool is_misjudged(const struct rv_op *op, unsigned seen) {
  if (!(op->flags & RV_OP_BLIND))
    return false;
  const struct verdict verdict = verdict_on(op, seen);
  return verdict.unseen == !(op->flags & RV_OP_UNSEEN) || verdict.picked != op->picked;
}

static void observers_judge(struct rv_op *op, unsigned seen) {
  const struct verdict verdict = verdict_on(op, seen);
  op->flags ^= verdict.unseen == !(op->flags & RV_OP_UNSEEN) ? RV_OP_UNSEEN : 0;
  op->picked = verdict.picked;
}

static struct rv_object *object_of_item(struct rv_explorer *x, const struct rv_item *item) {
  const struct rv_event *const event = &x->trace.events[item->position];
  if (item->position < x->trace.n && item->op == &event->step.op)
    return event->object;
  return rv_access_count(item->op) ? observers_object_of(x, item->op, 0) : NULL;
}

static void judge_places(struct rv_explorer *x, struct rv_place *places, uint64_t n) {
  find_seen(x, places, n);
  for (uint64_t i = 0; i < n; i++) {
    if (!is_misjudged(places[i].op, places[i].seen))
      continue;
    struct rv_op *const op = rv_arena_alloc(&x->hb.arena, sizeof *op);
    *op = *places[i].op;
    observers_judge(op, places[i].seen);
    places[i].op = op;
  }
}

struct rv_place *rv_observe_sequence(struct rv_explorer *x, uint64_t from, uint64_t prefix) {
  const uint64_t before = prefix - from, n = before + x->v.n;
  struct rv_place *const places = rv_arena_alloc(&x->hb.arena, n * sizeof *places);
  for (uint64_t i = 0; i < before; i++) {
    const struct rv_event *const event = &x->trace.events[from + i];
    places[i].thread = event->step.thread;
    places[i].choice = event->step.choice;
    places[i].op = &event->step.op;
    places[i].object = event->object;
  }
  for (uint32_t i = 0; i < x->v.n; i++) {
    const struct rv_item *const item = &x->v.items[i];
    places[before + i].thread = item->thread;
    places[before + i].choice = item->choice;
    places[before + i].op = item->op;
    places[before + i].object = object_of_item(x, item);
  }
  judge_places(x, places, n);
  for (uint32_t i = 0; i < x->v.n; i++)
    x->v.items[i].op = places[before + i].op;
  return places;
}

uint64_t rv_observe_trace(struct rv_explorer *x) {
  const uint64_t n = x->trace.n, top = x->arena.top;
  struct rv_place *const places = rv_arena_alloc(&x->arena, n * sizeof *places);
  uint64_t first = n;
  for (uint64_t i = 0; i < n; i++) {
    struct rv_event *const event = &x->trace.events[i];
    if (event->step.op.flags & RV_OP_BLIND && !rv_is_send(&event->step.op) &&
        !rv_is_blind(event->object))
      event->step.op.flags &= (uint8_t) ~(RV_OP_BLIND | RV_OP_UNSEEN);
    if (!(event->step.op.flags & RV_OP_BLIND))
      event->step.op.flags &= (uint8_t) ~(RV_OP_UNSEEN | RV_OP_BOUND);
    const uint8_t judged = rv_judge_read(x, event);
    event->step.op.flags |= judged;
    if (judged)
      rv_fact_found(x, RV_FACT_READS_JUDGED, NULL);
    places[i].op = &event->step.op;
    places[i].object = event->object;
  }
  find_seen(x, places, n);
  for (uint64_t i = 0; i < n; i++) {
    struct rv_op *const op = &x->trace.events[i].step.op;
    if (op->flags & RV_OP_BOUND)
      x->trace.events[i].source = places[i].source < n ? &x->trace.events[places[i].source] : NULL;
    if (is_misjudged(op, places[i].seen)) {
      observers_judge(op, places[i].seen);
      first = first < i ? first : i;
    }
  }
  rv_arena_release(&x->arena, top);
  return first;
}

static bool observers_reads(const struct rv_op *op, const struct rv_access *store) {
  bool overlap = false;
  for (unsigned i = 0; i < rv_access_count(op); i++)
    overlap |= rv_overlap(rv_access(op, i), store);
  return overlap && !(op->flags & RV_OP_JUDGED);
}

static const struct rv_event *first_to_tell(const struct rv_explorer *x, const struct rv_event *e,
                                            const struct rv_event *second) {
  const struct rv_event *r = e + 1, *const end = x->trace.events + x->trace.n;
  while (r < end && !(r->step.op.access.mode == RV_READ &&
                      rv_tells_apart(&r->step.op, &e->step.op, &second->step.op)))
    r++;
  return r;
}

/* The events that read a store, before it is overwritten. */
static uint32_t first_readers(const struct rv_explorer *x, const struct rv_event *store,
                              const struct rv_event **found) {
  const struct rv_event *const end = x->trace.events + x->trace.n;
  uint32_t n = 0;
  for (const struct rv_event *r = store + 1; r < end; r++) {
    const struct rv_op *const op = &r->step.op;
    bool first = observers_reads(op, &store->step.op.access);
    for (uint32_t i = 0; first && i < n; i++)
      first = !rv_happens_before(found[i], r);
    assert(!first || n < x->trace.width);
    if (first)
      found[n++] = r;
    if (r->object == store->object && op->access.mode & RV_WRITE)
      break;
  }
  return n;
}

uint32_t rv_observers_of(struct rv_explorer *x, const struct rv_event *e,
                         const struct rv_event *second, const struct rv_event ***observers) {
  /* No two of them are of one thread. */
  *observers = rv_arena_alloc(&x->hb.arena, x->trace.width * sizeof **observers);
  if (!rv_is_send(&e->step.op))
    return first_readers(x, second, *observers);
  (*observers)[0] = first_to_tell(x, e, second);
  return 1;
}

bool rv_place_initial(const struct rv_place *places, uint64_t n, const struct rv_sleeper *p) {
  uint64_t i = 0;
  for (; i < n; i++) {
    if (places[i].thread == p->thread) {
      if (places[i].choice != p->choice)
        return false;
      /* Perhaps it is seen here, and so depends on stores that it did not depend on above. */
      for (uint64_t j = 0; j < i && p->op.flags & RV_OP_UNSEEN; j++)
        if (rv_dependent(places[j].op, places[i].op))
          return false;
      break;
    }
    if (rv_dependent(places[i].op, &p->op))
      return false;
  }
  return !rv_changes_reads(&places->op, sizeof *places, n, i, &p->op);
}
