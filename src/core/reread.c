#include "core/reread.h"

#include "core/dependence.h"
#include "core/indifference.h"

/* Where an event of E goes in v: it stays in its place, or is made right before the read, or right
 * after it. */
enum place { NOT_IN_V, STAYS, BEFORE, AFTER };

/* One read, and the store that it is to read (NULL: what was there at first). */
struct reading {
  const struct rv_event *read, *store;
  const struct rv_event *last; /* the read comes after this one */
  enum place *place;           /* of each event of E */
  bool moves;                  /* the store has to be put off */
};

static bool is_store(const struct rv_event *event, const struct rv_object *object) {
  return event->object == object && event->verdict & RV_BLIND;
}

/* f happens before the read, whatever that reads. */
static bool is_before(const struct rv_event *f, const struct rv_event *read) {
  if (f->step.thread == read->step.thread)
    return f->index < read->index;
  return rv_clock_at(read->before, f->step.thread) >= f->index;
}

/* f is postponed if it happens after a postponed event, or if it is a store that would come before
 * a postponed bound read whose own store is not postponed. */
static enum place place_with(const struct rv_explorer *x, const struct reading *reading,
                             const struct rv_event *f) {
  const struct rv_event *const events = x->trace.events;
  enum place place = STAYS;
  for (const struct rv_event *g = events; g < f; g++) {
    const enum place its = reading->place[g - events];
    if (its <= place)
      continue;
    const bool overtakes = g->verdict & RV_BOUND && is_store(f, g->object) &&
                           !(g->source && reading->place[g->source - events] == its);
    if (overtakes || rv_happens_before(g, f))
      place = its;
  }
  return place;
}

/* False if something that has to come before the read would have to come after it. */
static bool find_places(struct rv_explorer *x, struct reading *reading) {
  const struct rv_event *const events = x->trace.events, *const read = reading->read;
  for (const struct rv_event *f = events; f <= reading->last; f++) {
    enum place *const place = &reading->place[f - events];
    if (rv_happens_before(read, f))
      *place = NOT_IN_V;
    else if (f == reading->store)
      *place = reading->moves ? BEFORE : STAYS;
    else if (is_store(f, read->object) && f > reading->store && !is_before(f, read))
      *place = AFTER;
    else
      *place = place_with(x, reading, f);
    if (*place == AFTER &&
        (is_before(f, read) || (reading->store && rv_happens_before(f, reading->store))))
      return false;
  }
  return true;
}

/* Whether another store to the range, or a read of another store, is always between the two. Stores
 * between the two that can only come before the read postpone the store. */
static bool reread_is_hidden(const struct rv_explorer *x, struct reading *reading) {
  const struct rv_event *const store = reading->store, *const read = reading->read;
  reading->moves = false;
  for (const struct rv_event *f = store ? store + 1 : x->trace.events; f < read; f++) {
    if (f->object != read->object || !is_before(f, read))
      continue;
    const bool stores = is_store(f, f->object);
    if ((!store || rv_happens_before(store, f)) && (stores || f->source != store))
      return true;
    reading->moves |= stores;
  }
  return false;
}

static void reread_append(struct rv_explorer *x, const struct reading *reading, enum place place) {
  const struct rv_event *const events = x->trace.events;
  for (const struct rv_event *f = events; f <= reading->last; f++)
    if (reading->place[f - events] == place)
      rv_sequence_append(&x->v, f, &f->step.op);
}

static void make_v(struct rv_explorer *x, const struct reading *reading) {
  const struct rv_event *const end = x->trace.events + x->trace.n;
  rv_sequence_clear(&x->v, &x->trace);
  reread_append(x, reading, STAYS);
  reread_append(x, reading, BEFORE);
  rv_sequence_append(&x->v, reading->read, &reading->read->step.op);
  reread_append(x, reading, AFTER);
  for (const struct rv_event *f = reading->last + 1; f < end; f++)
    if (!rv_happens_before(reading->read, f))
      rv_sequence_append(&x->v, f, &f->step.op);
}

/* The next event of E is made first, if that leaves what is read in v as it is. */
static bool reread_follow(struct rv_explorer *x, const struct rv_event *event) {
  struct rv_sequence *const v = &x->v;
  uint32_t i = 0;
  while (v->items[i].thread != event->step.thread)
    i++;
  if (rv_changes_reads(rv_sequence_acts(v), i, rv_event_act(event)))
    return false;
  rv_item_take(&v->items[i]);
  return true;
}

/* Makes v again of what is left of it. */
static void compact(struct rv_explorer *x) {
  const uint32_t n = x->v.n;
  rv_sequence_clear(&x->v, &x->trace);
  for (uint32_t i = 0; i < n; i++) {
    const struct rv_event *const event = &x->trace.events[x->v.items[i].position];
    if (x->v.items[i].thread != RV_NO_THREAD)
      rv_sequence_append(&x->v, event, &event->step.op);
  }
}

static void reread(struct rv_explorer *x, struct reading *reading, rv_plan_v *plan) {
  const struct rv_event *const read = reading->read;
  reading->last = reading->store > read ? reading->store : read;
  if (reread_is_hidden(x, reading))
    return;
  if (!find_places(x, reading)) {
    rv_order_accesses(x, read->object);
    return;
  }
  make_v(x, reading);
  if (!rv_reads_are_kept(x, 0, read, reading->store))
    return;
  const struct rv_event *event = x->trace.events;
  while (event < read && reread_follow(x, event))
    event++;
  compact(x);
  plan(x, (uint64_t)(event - x->trace.events));
}

void rv_reread(struct rv_explorer *x, rv_plan_v *plan) {
  const struct rv_event *const events = x->trace.events, *const end = events + x->trace.n;
  const uint64_t top = x->hb.arena.top;
  struct reading reading = {.place = rv_arena_alloc(&x->hb.arena, x->trace.n * sizeof(enum place))};
  for (const struct rv_event *read = events; read < end; read++) {
    if (!(read->verdict & RV_BOUND))
      continue;
    reading.read = read;
    reading.store = NULL;
    if (read->source)
      reread(x, &reading, plan);
    for (const struct rv_event *s = events; s < end; s++) {
      reading.store = s;
      if (is_store(s, read->object) && s != read->source && !rv_happens_before(read, s))
        reread(x, &reading, plan);
    }
  }
  rv_arena_release(&x->hb.arena, top);
}

/* What a bound read reads in v. */
static const struct rv_event *source_in_v(const struct rv_explorer *x, uint64_t prefix, uint32_t i,
                                          const struct rv_object *object) {
  const struct rv_event *const events = x->trace.events;
  while (i-- > 0)
    if (x->v.items[i].act.verdict & RV_BLIND && x->v.items[i].act.op->access.addr == object->addr)
      return &events[x->v.items[i].position];
  while (prefix-- > 0)
    if (is_store(&events[prefix], object))
      return &events[prefix];
  return NULL;
}

const struct rv_event *rv_first_changed(const struct rv_explorer *x, uint64_t prefix,
                                        const struct rv_event *read, const struct rv_event *store) {
  for (uint32_t i = 0; i < x->v.n; i++) {
    if (!(x->v.items[i].act.verdict & RV_BOUND))
      continue;
    const struct rv_event *const event = &x->trace.events[x->v.items[i].position];
    if (source_in_v(x, prefix, i, event->object) != (event == read ? store : event->source))
      return event;
  }
  return NULL;
}

bool rv_reads_are_kept(struct rv_explorer *x, uint64_t prefix, const struct rv_event *read,
                       const struct rv_event *store) {
  const struct rv_event *const changed = rv_first_changed(x, prefix, read, store);
  if (changed)
    rv_order_accesses(x, changed->object);
  return !changed;
}
