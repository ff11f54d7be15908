#include "core/compared.h"

#include <string.h>

enum { MOST_BITS = 20 };

struct rv_compared *rv_compared_make(const struct rv_memory *memory) {
  struct rv_compared *const compared = rv_reserve(memory, 1, sizeof *compared);
  rv_pool_init(&compared->pool, memory);
  rv_print_table_init(&compared->table, memory, MOST_BITS);
  return compared;
}

void rv_compared_clear(struct rv_compared *compared) {
  rv_pool_clear(&compared->pool);
  rv_print_table_clear(&compared->table);
  *compared = (struct rv_compared){.pool = compared->pool, .table = compared->table};
}

/* --- prints of events ------------------------------------------------------------------------- */

/* Takes back what the events from this one on have changed. */
void rv_compared_made(struct rv_compared *compared, const struct rv_trace *trace,
                      const struct rv_event *event) {
  const uint64_t n = (uint64_t)(event - trace->events);
  if (compared->n <= n)
    return;
  compared->n = n;
  while (compared->n_log > compared->logged[n]) {
    const struct rv_print_before *const before = &compared->log[--compared->n_log];
    compared->threads[before->thread] = before->print;
  }
}

static void *more_room(struct rv_compared *compared, void *array, uint64_t had, uint64_t room,
                       size_t size) {
  void *const wider = rv_pool_widen(&compared->pool, array, had * size, room * size);
  memset((char *)wider + had * size, 0, (room - had) * size);
  return wider;
}

/* The print of a thread, to be changed. */
static struct rv_print *of_thread(struct rv_compared *compared, rv_tid thread) {
  if (thread >= compared->n_threads) {
    uint32_t room = compared->n_threads ? compared->n_threads : 16;
    while (room <= thread)
      room *= 2;
    compared->threads = more_room(compared, compared->threads, compared->n_threads, room,
                                  sizeof *compared->threads);
    compared->n_threads = room;
  }
  if (compared->n_log == compared->log_capacity) {
    const uint64_t room = compared->log_capacity ? 2 * compared->log_capacity : 64;
    compared->log =
        more_room(compared, compared->log, compared->log_capacity, room, sizeof *compared->log);
    compared->log_capacity = room;
  }
  struct rv_print *const print = &compared->threads[thread];
  compared->log[compared->n_log++] = (struct rv_print_before){thread, *print};
  return print;
}

/* The event that an object was last changed by, before this visit and before this event. */
static const struct rv_event *last_change(const struct rv_visit *visit,
                                          const struct rv_event *before) {
  const struct rv_visit *v = visit->previous;
  while (v && (v->class == RV_CLASS_READ || v->event >= before))
    v = v->previous;
  return v ? v->event : NULL;
}

/* A step whose thread has come to this print, with what it finds if it is made before this event.
 */
static void mix_step(struct rv_compared *compared, const struct rv_trace *trace,
                     struct rv_print *print, const struct rv_event *event,
                     const struct rv_event *before) {
  const struct rv_op *const op = &event->step.op;
  rv_print_mix(print, (uint64_t)event->step.thread << 32 | event->step.choice);
  rv_print_mix(print, (uint64_t)op->kind << 32 | op->flags);
  for (const struct rv_visit *visit = event->visits; visit; visit = visit->next) {
    const struct rv_event *const change = last_change(visit, before);
    rv_print_mix(print, visit->object->addr);
    rv_print_mix(print, (uint64_t)visit->object->size << 32 | visit->class);
    compared->overlaps |= visit->object->overlaps != NULL;
    if (change)
      rv_print_mix_print(print, &compared->events[change - trace->events]);
  }
}

static void add_effect(struct rv_compared *compared, const struct rv_effect *effect) {
  struct rv_print *const print = of_thread(compared, effect->thread);
  rv_print_mix(print, effect->kind);
  if (effect->kind == RV_EFFECT_CREATE) {
    const struct rv_print creator = *print;
    struct rv_print *const created = of_thread(compared, effect->other);
    *created = creator;
    rv_print_mix(created, effect->other);
  } else if (effect->kind == RV_EFFECT_JOIN) {
    const struct rv_print ended = *of_thread(compared, effect->other);
    rv_print_mix_print(&compared->threads[effect->thread], &ended);
  }
}

static void add_event(struct rv_compared *compared, const struct rv_trace *trace) {
  const struct rv_event *const event = &trace->events[compared->n];
  if (compared->n == compared->capacity) {
    const uint64_t had = compared->capacity, room = had ? 2 * had : 64;
    compared->events = more_room(compared, compared->events, had, room, sizeof *compared->events);
    compared->before = more_room(compared, compared->before, had, room, sizeof *compared->before);
    compared->logged = more_room(compared, compared->logged, had, room, sizeof *compared->logged);
    compared->capacity = room;
  }
  compared->logged[compared->n] = compared->n_log;
  struct rv_print *const print = of_thread(compared, event->step.thread);
  compared->before[compared->n] = *print;
  mix_step(compared, trace, print, event, event);
  compared->events[compared->n++] = *print;
  for (uint32_t i = 0; i < event->n_effects; i++)
    add_effect(compared, &event->effects[i]);
}

/* --- pairs ------------------------------------------------------------------------------------ */

/* Whether an object that e' accesses is changed by u: by what happens before e' and comes after e.
 */
static bool is_changed_between(const struct rv_event *e, const struct rv_event *second) {
  for (const struct rv_visit *visit = second->visits; visit; visit = visit->next)
    for (const struct rv_visit *v = visit->previous; v && v->event > e; v = v->previous)
      if (v->class != RV_CLASS_READ && rv_happens_before(v->event, second))
        return true;
  return false;
}

bool rv_compared_print(struct rv_compared *compared, const struct rv_trace *trace,
                       const struct rv_event *e, const struct rv_event *second,
                       struct rv_print *print) {
  while (!compared->overlaps && compared->n < trace->n)
    add_event(compared, trace);
  if (compared->overlaps || is_changed_between(e, second))
    return false;
  const struct rv_print other = compared->before[second - trace->events];
  *print = compared->before[e - trace->events];
  mix_step(compared, trace, print, e, e);
  rv_print_mix_print(print, &other);
  mix_step(compared, trace, print, second, e);
  return true;
}

const struct rv_known_pair *rv_compared_find(const struct rv_compared *compared,
                                             const struct rv_print *print) {
  const struct rv_print_entry *const entry = rv_print_table_at(&compared->table, print);
  return entry ? (const struct rv_known_pair *)(uintptr_t)entry->value : NULL;
}

void rv_compared_add(struct rv_compared *compared, const struct rv_print *print,
                     const struct rv_known_pair *pair) {
  struct rv_print_entry *const entry = rv_print_table_enter(&compared->table, print);
  if (!entry)
    return;
  struct rv_known_pair *const kept = rv_pool_alloc(&compared->pool, sizeof *kept);
  *kept = *pair;
  for (unsigned i = 0; i < 2; i++)
    if (pair->same && pair->ops[i].more_count) {
      const size_t bytes = pair->ops[i].more_count * sizeof *pair->ops[i].more;
      kept->ops[i].more = memcpy(rv_pool_alloc(&compared->pool, bytes), pair->ops[i].more, bytes);
    }
  entry->value = (uintptr_t)kept;
}
