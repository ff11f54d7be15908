#include "core/observers.h"

#include <assert.h>

#include "core/dependence.h"
#include "core/indifference.h"
#include "core/seen.h"

struct own {
  uint64_t passes; /* sequences that were looked at */
  struct rv_sequence whole;
};

static struct own *own(const struct rv_explorer *x) {
  return x->own;
}

void *rv_observers_make(const struct rv_memory *memory, const struct rv_options *options) {
  (void)options;
  return rv_reserve(memory, 1, sizeof(struct own));
}

void rv_awaited(struct rv_explorer *x, const struct rv_op *op) {
  if (!x->options.observers)
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

void rv_store_made(struct rv_explorer *x, struct rv_event *event) {
  const struct rv_op *const op = &event->step.op;
  if (!x->options.observers || !(op->flags & RV_OP_BLIND))
    return;
  struct rv_object *const object = rv_object_find(&x->hb.objects, op->access.addr, op->access.size);
  if (object->storing && object->storing != event->step.thread + 1)
    rv_fact_found(x, RV_FACT_STORES, NULL);
  object->storing = event->step.thread + 1;
}

void rv_blind_made(struct rv_explorer *x, struct rv_event *event) {
  (void)x;
  event->verdict = event->step.op.flags & RV_OP_BLIND ? RV_BLIND : 0;
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

/* A step of a sequence, while it is judged. */
struct place {
  struct rv_act act;
  struct rv_object *object; /* of its first access */
  uint8_t seen;             /* as bits, through which of its accesses */
  uint64_t source;          /* RV_BOUND: the place of the store it reads, past the end if none */
};

/* The last store of an object in the sequence, if it has one, is read. */
static void see(const struct rv_object *object, struct place *places, uint64_t number) {
  if (object->pass == number)
    places[object->store].seen |= (uint8_t)(1u << object->with);
}

static void find_seen(struct rv_explorer *x, struct place *places, uint64_t n) {
  const uint64_t number = ++own(x)->passes;
  for (uint64_t i = 0; i < n; i++) {
    const struct rv_act act = places[i].act;
    places[i].seen = 0;
    if (act.verdict & RV_BOUND)
      places[i].source = places[i].object->pass == number ? places[i].object->store : n;
    for (unsigned a = 0; a < rv_access_count(act.op); a++) {
      struct rv_object *const object =
          a == 0 ? places[i].object : observers_object_of(x, act.op, a);
      if (!(act.verdict & (RV_BLIND | RV_UNSEEN))) {
        see(object, places, number);
        for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
          see(o->object, places, number);
      }
      if (rv_access(act.op, a)->mode & RV_WRITE) {
        object->pass = number;
        object->store = i;
        object->with = (uint8_t)(a < 7 ? a : 7);
      }
    }
  }
}

/* The verdict on a step that is read through these of its accesses. */
static uint8_t verdict_on(struct rv_act act, unsigned seen) {
  if (!(act.verdict & RV_BLIND))
    return act.verdict;
  if (!rv_is_send(act.op))
    return seen ? RV_BLIND : RV_BLIND | RV_UNSEEN;
  if (seen >> RV_SEND_AS_ANY & 1)
    return RV_BLIND;
  return seen >> RV_SEND_BY_TAG & 1 ? RV_BLIND | RV_UNSEEN | RV_PICKED : RV_BLIND | RV_UNSEEN;
}

static struct rv_object *object_of_item(struct rv_explorer *x, const struct rv_item *item) {
  const struct rv_event *const event = &x->trace.events[item->position];
  if (item->position < x->trace.n && item->act.op == &event->step.op)
    return event->object;
  return rv_access_count(item->act.op) ? observers_object_of(x, item->act.op, 0) : NULL;
}

static void judge_sequence(struct rv_explorer *x, struct rv_sequence *v) {
  const uint64_t top = x->hb.arena.top;
  struct place *const places = rv_arena_alloc(&x->hb.arena, v->n * sizeof *places);
  for (uint32_t i = 0; i < v->n; i++) {
    places[i].act = v->items[i].act;
    places[i].object = object_of_item(x, &v->items[i]);
  }
  find_seen(x, places, v->n);
  for (uint32_t i = 0; i < v->n; i++)
    v->items[i].act.verdict = verdict_on(places[i].act, places[i].seen);
  rv_arena_release(&x->hb.arena, top);
}

struct rv_sequence *rv_observe_sequence(struct rv_explorer *x, uint64_t from, uint64_t prefix) {
  if (from == prefix) {
    judge_sequence(x, &x->v);
    return &x->v;
  }
  struct rv_sequence *const whole = &own(x)->whole;
  whole->pool = &x->hb.pool;
  rv_sequence_clear(whole, &x->trace);
  for (uint64_t i = from; i < prefix; i++)
    rv_sequence_append(whole, &x->trace.events[i], &x->trace.events[i].step.op);
  for (uint32_t i = 0; i < x->v.n; i++)
    rv_sequence_append_item(whole, &x->v.items[i]);
  judge_sequence(x, whole);
  for (uint32_t i = 0; i < x->v.n; i++)
    x->v.items[i].act = whole->items[prefix - from + i].act;
  return whole;
}

/* The verdict on an event before it is known which stores are read. */
static void judge_event(struct rv_explorer *x, struct rv_event *event) {
  if (event->verdict & RV_BLIND && !rv_is_send(&event->step.op) && !rv_is_blind(event->object))
    event->verdict = 0;
  if (event->verdict & RV_BLIND)
    return;
  event->verdict = rv_judge_read(x, event);
  if (event->verdict)
    rv_fact_found(x, RV_FACT_READS_JUDGED, NULL);
}

uint64_t rv_observe_trace(struct rv_explorer *x) {
  const uint64_t n = x->trace.n, top = x->arena.top;
  struct place *const places = rv_arena_alloc(&x->arena, n * sizeof *places);
  uint64_t first = n;
  for (uint64_t i = 0; i < n; i++) {
    struct rv_event *const event = &x->trace.events[i];
    judge_event(x, event);
    places[i].act = rv_event_act(event);
    places[i].object = event->object;
  }
  find_seen(x, places, n);
  for (uint64_t i = 0; i < n; i++) {
    struct rv_event *const event = &x->trace.events[i];
    if (event->verdict & RV_BOUND)
      event->source = places[i].source < n ? &x->trace.events[places[i].source] : NULL;
    const uint8_t verdict = verdict_on(places[i].act, places[i].seen);
    first = first == n && verdict != event->verdict ? i : first;
    event->verdict = verdict;
  }
  rv_arena_release(&x->arena, top);
  return first;
}

/* Whether an event reads what a store left. */
static bool observers_reads(const struct rv_event *event, const struct rv_access *store) {
  const struct rv_op *const op = &event->step.op;
  bool overlap = false;
  for (unsigned i = 0; i < rv_access_count(op); i++)
    overlap |= rv_overlap(rv_access(op, i), store);
  return overlap && !event->verdict;
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
    bool first = observers_reads(r, &store->step.op.access);
    for (uint32_t i = 0; first && i < n; i++)
      first = !rv_happens_before(found[i], r);
    assert(!first || n < x->trace.width);
    if (first)
      found[n++] = r;
    if (r->object == store->object && r->step.op.access.mode & RV_WRITE)
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
