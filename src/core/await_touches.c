#include "core/await_touches.h"

#include "core/clock.h"
#include "core/dependence.h"

static enum rv_await_effect effect_of(const struct rv_visit *visit) {
  if (visit->class == RV_CLASS_READ || visit->class == RV_CLASS_REFUSED)
    return RV_LOOKS;
  return visit->event->step.op.flags & RV_OP_RELEASES ? RV_ENABLES : RV_CHANGES;
}

static bool await_touches_is_known(const struct rv_await *await, const struct rv_event *event) {
  const rv_tid thread = event->step.thread;
  return event->index <=
         (thread == await->thread ? await->events : rv_clock_at(await->knows, thread));
}

/* Whether a visit that is not in the thread's clock was made by another thread and conflicts. */
static bool is_touch(const struct rv_await *await, const struct rv_await_place *place,
                     const struct rv_visit *visit) {
  return visit->event->step.thread != await->thread && rv_conflict(visit->class, place->class);
}

static struct rv_object *await_touches_object_of(struct rv_explorer *x,
                                                 const struct rv_await *await, unsigned i) {
  const struct rv_access *const access = rv_access(&await->memory, i);
  return rv_object_find(&x->hb.objects, access->addr, access->size);
}

static void find_places(struct rv_explorer *x, struct rv_await *await) {
  const unsigned n = rv_access_count(&await->memory);
  uint32_t most = n;
  for (unsigned i = 0; i < n; i++)
    await_touches_object_of(x, await, i); /* one that is new may overlap the others */
  for (unsigned i = 0; i < n; i++)
    for (const struct rv_overlap *o = await_touches_object_of(x, await, i)->overlaps; o;
         o = o->next)
      most++;
  await->places = rv_arena_alloc(&x->hb.arena, most * sizeof *await->places);
  await->n_places = 0;
  for (unsigned i = 0; i < n; i++) {
    const enum rv_class class = rv_class_of(&await->memory, rv_access(&await->memory, i));
    struct rv_object *const object = await_touches_object_of(x, await, i);
    await->places[await->n_places++] = (struct rv_await_place){object, class, 0};
    for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
      await->places[await->n_places++] = (struct rv_await_place){o->object, class, 0};
  }
}

/* Whether visits of a class never conflict with a place. */
static bool is_idle(const struct rv_await_place *place, enum rv_class class) {
  return class >= RV_CLASS_READ && !rv_conflict(class, place->class);
}

/* The first visit from the i-th on that is not idle, or `end`. */
static uint32_t skip_idle(const struct rv_await_place *place, uint32_t i, uint32_t end) {
  const struct rv_history *const history = &place->object->history;
  while (i < end && is_idle(place, history->at[i].visit->class))
    i = rv_history_run(history, i);
  return i < end ? i : end;
}

/* Finds the visits of a place, before the await, that are to be looked at: those before the last
 * that conflicts with everything, and is known, are known as well. Returns how many there are. */
static uint32_t look_back(const struct rv_await *await, struct rv_await_place *place,
                          uint32_t end) {
  const struct rv_history *const history = &place->object->history;
  uint32_t n = 0;
  for (place->known = end; place->known;) {
    const struct rv_visit *const visit = history->at[place->known - 1].visit;
    if (is_idle(place, visit->class)) {
      place->known = history->at[place->known - 1].begin;
      continue;
    }
    if (visit->class < RV_CLASS_READ && await_touches_is_known(await, visit->event))
      break;
    place->known--;
    n++;
  }
  return n;
}

/* Appends a touch; an event may access several objects. */
static void add_touch(struct rv_await_touch *touches, uint32_t *n, const struct rv_visit *visit) {
  const struct rv_await_touch touch = {visit->event, effect_of(visit)};
  if (*n && touches[*n - 1].event == touch.event) {
    if (touches[*n - 1].effect < touch.effect)
      touches[*n - 1].effect = touch.effect;
    return;
  }
  touches[(*n)++] = touch;
}

/* The next visit of all places, in the order of E; NULL after the last. `at` is how far each place
 * has been read, `end` where it ends. */
static const struct rv_visit *next_visit(const struct rv_await *await, uint32_t *at,
                                         const uint32_t *end, uint32_t *place) {
  const struct rv_visit *first = NULL;
  for (uint32_t i = 0; i < await->n_places; i++) {
    at[i] = skip_idle(&await->places[i], at[i], end[i]);
    if (at[i] == end[i])
      continue;
    const struct rv_visit *const visit = await->places[i].object->history.at[at[i]].visit;
    if (!first || visit->event < first->event) {
      first = visit;
      *place = i;
    }
  }
  if (first)
    at[*place]++;
  return first;
}

void rv_await_find_touches(struct rv_explorer *x, struct rv_await *await) {
  find_places(x, await);
  const uint64_t top = x->hb.arena.top;
  uint32_t *const at = rv_arena_alloc(&x->hb.arena, await->n_places * sizeof *at);
  uint32_t *const end = rv_arena_alloc(&x->hb.arena, await->n_places * sizeof *end);
  uint32_t most = 0, from;
  for (uint32_t i = 0; i < await->n_places; i++) {
    struct rv_await_place *const place = &await->places[i];
    end[i] = rv_history_from(&x->hb.objects, place->object, &x->trace.events[await->position]);
    most += look_back(await, place, end[i]);
    at[i] = place->known;
  }
  if (await->capacity < most) {
    const size_t had = await->capacity * sizeof *await->touches;
    await->touches = rv_pool_widen(&x->hb.pool, await->touches, had, most * sizeof *await->touches);
    await->capacity = most;
  }
  await->n_touches = 0;
  const struct rv_visit *visit;
  while ((visit = next_visit(await, at, end, &from)))
    if (!await_touches_is_known(await, visit->event) &&
        is_touch(await, &await->places[from], visit))
      add_touch(await->touches, &await->n_touches, visit);
  rv_arena_release(&x->hb.arena, top);
}

/* Whether an event cannot be in u. (What is in the await's clock precedes it anyway.) */
static bool is_out_of_cut(const struct rv_await *await, const struct rv_event *e,
                          const struct rv_event *event) {
  return rv_happens_before(e, event) || (await->made && rv_happens_before(await->made, event));
}

/* Where the part of a place ends that can contribute to the cut: at the first event that conflicts
 * with everything and cannot be in the cut, since everything later then happens after e or the
 * await. The answer depends on that event's position. */
static uint32_t end_of_cut(const struct rv_explorer *x, const struct rv_await *await,
                           const struct rv_event *e, const struct rv_await_place *place,
                           uint32_t from, uint32_t *n, uint64_t *rest) {
  const struct rv_history *const history = &place->object->history;
  uint32_t i = from;
  while ((i = skip_idle(place, i, history->n)) < history->n) {
    const struct rv_visit *const visit = history->at[i].visit;
    if (visit->class < RV_CLASS_READ && is_out_of_cut(await, e, visit->event)) {
      const uint64_t position = (uint64_t)(visit->event - x->trace.events);
      *rest = *rest < position ? position : *rest;
      return i;
    }
    ++*n;
    i++;
  }
  *rest = x->trace.n - 1;
  return i;
}

void rv_await_find_cut(struct rv_explorer *x, const struct rv_await *await,
                       const struct rv_event *e, struct rv_await_cut *cut, uint64_t *rest) {
  struct rv_arena *const arena = &x->hb.arena;
  uint32_t *const at = rv_arena_alloc(arena, await->n_places * sizeof *at);
  uint32_t *const end = rv_arena_alloc(arena, await->n_places * sizeof *end);
  uint32_t most = 0, from;
  for (uint32_t i = 0; i < await->n_places; i++) {
    const struct rv_await_place *const place = &await->places[i];
    at[i] = rv_history_from(&x->hb.objects, place->object, e + 1);
    at[i] = at[i] < place->known ? place->known : at[i];
    end[i] = end_of_cut(x, await, e, place, at[i], &most, rest);
  }
  uint32_t n = 0;
  struct rv_await_touch *const touches = rv_arena_alloc(arena, most * sizeof *touches);
  const struct rv_visit *visit;
  while ((visit = next_visit(await, at, end, &from)))
    if (!await_touches_is_known(await, visit->event) &&
        is_touch(await, &await->places[from], visit) && !is_out_of_cut(await, e, visit->event))
      add_touch(touches, &n, visit);
  const struct rv_event **const events = rv_arena_alloc(arena, n * sizeof *events);
  bool *const stays = rv_arena_alloc(arena, n * sizeof *stays);
  cut->effects = rv_arena_alloc(arena, n * sizeof *cut->effects);
  for (uint32_t i = 0; i < n; i++) {
    events[i] = touches[i].event;
    cut->effects[i] = touches[i].effect;
    stays[i] = touches[i].effect != RV_CHANGES;
  }
  rv_ideal_all(&cut->events, events, n, arena);
  cut->events.stays = stays;
}
