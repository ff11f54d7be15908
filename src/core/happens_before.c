#include "core/happens_before.h"

#include <assert.h>
#include <string.h>

/* What a pointer was before an event changed it. */
struct rv_undo {
  const void **slot;
  const void *old;
  struct rv_undo *next;
};

void rv_happens_before_init(struct rv_happens_before *hb, const struct rv_memory *memory) {
  rv_arena_init(&hb->arena, memory);
  rv_pool_init(&hb->pool, memory);
  rv_objects_init(&hb->objects, memory);
}

/* Sets a pointer; `undo` leads back to what it was. */
static inline void set(struct rv_happens_before *hb, struct rv_undo **undo, void *slot,
                       const void *value) {
  struct rv_undo *const record = rv_arena_alloc(&hb->arena, sizeof *record);
  record->slot = slot;
  record->old = *record->slot;
  record->next = *undo;
  *undo = record;
  *record->slot = value;
}

static void __attribute__((noinline)) grow_candidates(struct rv_happens_before *hb) {
  const size_t size = hb->capacity_candidates * sizeof *hb->candidates;
  const uint32_t capacity = size ? 2 * hb->capacity_candidates : 64;
  const struct rv_event **const wider = rv_pool_alloc(&hb->pool, capacity * sizeof *wider);
  if (size) {
    memcpy(wider, hb->candidates, size);
    rv_pool_free(&hb->pool, hb->candidates, size);
  }
  hb->candidates = wider;
  hb->capacity_candidates = capacity;
}

static void add_race(struct rv_happens_before *hb, const struct rv_event *first,
                     const struct rv_event *second) {
  struct rv_race *const race = rv_arena_alloc(&hb->arena, sizeof *race);
  *race = (struct rv_race){.first = first, .second = second, .next = hb->races};
  hb->races = race;
  hb->found++;
}

/* Candidates are kept sorted, the latest first. Lists of visits are, so this is mostly at the
 * end. */
static inline void add_candidate(struct rv_happens_before *hb, const struct rv_event *event) {
  if (hb->n_candidates == hb->capacity_candidates)
    grow_candidates(hb);
  uint32_t at = hb->n_candidates++;
  for (; at && hb->candidates[at - 1] < event; at--)
    hb->candidates[at] = hb->candidates[at - 1];
  hb->candidates[at] = event;
}

/* The last events that conflict with an access of some class to this object. */
static inline void add_conflicting(struct rv_happens_before *hb, const struct rv_object *object,
                                   enum rv_class class) {
  for (unsigned i = 0; i < RV_SHARED_CLASSES; i++)
    if (rv_conflict(class, RV_CLASS_READ + i))
      for (const struct rv_visit *v = object->shared[i]; v; v = v->before)
        add_candidate(hb, v->event);
  if (object->total)
    add_candidate(hb, object->total->event);
}

static void find_candidates(struct rv_happens_before *hb, const struct rv_op *op) {
  hb->n_candidates = 0;
  const unsigned n = rv_access_count(op);
  for (unsigned i = 0; i < n; i++) {
    const struct rv_access *const access = rv_access(op, i);
    const enum rv_class class = rv_class_of(op, access);
    struct rv_object *const object = rv_object_find(&hb->objects, access->addr, access->size);
    if (i == 0)
      hb->object = object;
    add_conflicting(hb, object, class);
    for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
      add_conflicting(hb, o->object, class);
  }
}

const struct rv_event *rv_last_acquire(struct rv_happens_before *hb, const struct rv_op *lock) {
  const struct rv_object *const mutex =
      rv_object_find(&hb->objects, lock->access.addr, lock->access.size);
  return mutex->total ? mutex->total->event : NULL;
}

/* The clock of an event. What it learns comes from the candidates, from the latest to the first:
 * one that is not known by then races with the event. A lock does not race with the unlock that
 * it had to wait for, but with the lock before (Algorithm 3, line 4); for an await, which writes it
 * can be reversed with is another question (blocking.h), and so is what a bound read can read
 * (reread.h). */
static void compute_clock(struct rv_happens_before *hb, const struct rv_trace *trace,
                          struct rv_event *event) {
  const struct rv_op *const op = &event->step.op;
  const bool no_race = op->kind == RV_OP_LOCK || op->kind == RV_OP_AWAIT || op->flags & RV_OP_BOUND;
  struct rv_clock *learnt = NULL;
  event->clock = event->before;
  for (uint32_t i = 0; i < hb->n_candidates; i++) {
    const struct rv_event *const candidate = hb->candidates[i];
    const rv_tid thread = candidate->step.thread;
    if (thread == event->step.thread || rv_clock_at(event->clock, thread) >= candidate->index)
      continue;
    if (!no_race)
      add_race(hb, candidate, event);
    if (!learnt)
      event->clock = learnt = rv_clock_copy(event->before, trace->width, &hb->arena);
    rv_clock_join(learnt, candidate->clock, thread, candidate->index);
  }
}

static void add_lock_race(struct rv_happens_before *hb, const struct rv_event *event) {
  const struct rv_event *const last = rv_last_acquire(hb, &event->step.op);
  if (last && last->step.thread != event->step.thread &&
      rv_clock_at(event->before, last->step.thread) < last->index)
    add_race(hb, last, event);
}

/* Enters the event into the histories of what it accesses. */
static void visit(struct rv_happens_before *hb, struct rv_event *event) {
  const struct rv_op *const op = &event->step.op;
  const unsigned n = rv_access_count(op);
  for (unsigned i = 0; i < n; i++) {
    const struct rv_access *const access = rv_access(op, i);
    const enum rv_class class = rv_class_of(op, access);
    struct rv_object *const object =
        i == 0 ? hb->object : rv_object_find(&hb->objects, access->addr, access->size);
    struct rv_visit *const visit = rv_arena_alloc(&hb->arena, sizeof *visit);
    visit->event = event;
    visit->previous = rv_last_visit(object);
    visit->class = class;
    if (class < RV_CLASS_READ) {
      visit->before = object->total;
      set(hb, &event->undo, &object->total, visit);
      for (unsigned j = 0; j < RV_SHARED_CLASSES; j++)
        if (object->shared[j])
          set(hb, &event->undo, &object->shared[j], NULL);
      continue;
    }
    const struct rv_visit **const list = &object->shared[class - RV_CLASS_READ];
    visit->before = *list;
    if (*list && (*list)->event->step.thread == event->step.thread)
      visit->before = (*list)->before;
    set(hb, &event->undo, list, visit);
  }
}

/* A child knows what its parent knew, whoever joins knows what the joined knew. */
static void apply_effects(struct rv_happens_before *hb, struct rv_trace *trace,
                          const struct rv_effect *effects, uint32_t n, struct rv_undo **undo) {
  for (uint32_t i = 0; i < n; i++) {
    if (effects[i].kind == RV_EFFECT_END)
      continue;
    const bool create = effects[i].kind == RV_EFFECT_CREATE;
    const rv_tid from = create ? effects[i].thread : effects[i].other;
    const rv_tid to = create ? effects[i].other : effects[i].thread;
    struct rv_thread *const knows = &trace->threads[from], *const learns = &trace->threads[to];
    struct rv_clock *const clock = rv_clock_copy(learns->current, trace->width, &hb->arena);
    rv_clock_join(clock, knows->current, from, knows->known);
    set(hb, undo, &learns->current, clock);
  }
}

static void add_event(struct rv_happens_before *hb, struct rv_trace *trace,
                      struct rv_event *event) {
  struct rv_thread *const thread = &trace->threads[event->step.thread];
  event->history_top = hb->arena.top;
  event->undo = NULL;
  event->decides = NULL;
  event->answers = NULL;
  event->before = thread->current;
  find_candidates(hb, &event->step.op);
  if (event->step.op.flags & RV_OP_BOUND && event->source)
    add_candidate(hb, event->source);
  compute_clock(hb, trace, event);
  if (event->step.op.kind == RV_OP_LOCK)
    add_lock_race(hb, event);
  if (event->step.op.kind == RV_OP_CHOOSE || event->step.op.kind == RV_OP_AWAIT)
    add_race(hb, event, event);
  visit(hb, event);
  thread->known = event->index;
  if (event->clock != event->before)
    set(hb, &event->undo, &thread->current, event->clock);
  apply_effects(hb, trace, event->effects, event->n_effects, &event->undo);
}

/* Drops the races whose second event is gone. */
static void filter_races(struct rv_happens_before *hb, const struct rv_trace *trace) {
  for (struct rv_race **r = &hb->races; *r;)
    if ((*r)->second >= trace->events + hb->n)
      *r = (*r)->next;
    else
      r = &(*r)->next;
}

void rv_happens_before_extend(struct rv_happens_before *hb, struct rv_trace *trace) {
  filter_races(hb, trace);
  if (!hb->begun) {
    struct rv_undo *undo = NULL;
    apply_effects(hb, trace, trace->first, trace->n_first, &undo);
    hb->begun = true;
  }
  for (; hb->n < trace->n; hb->n++)
    add_event(hb, trace, &trace->events[hb->n]);
}

void rv_answer_free(struct rv_pool *pool, struct rv_answer *answer) {
  if (answer->op.more_count)
    rv_pool_free(pool, (void *)answer->op.more, answer->op.more_count * sizeof *answer->op.more);
  rv_pool_free(pool, answer, rv_answer_size(answer->n));
}

void rv_happens_before_shrink(struct rv_happens_before *hb, struct rv_trace *trace, uint64_t n) {
  while (hb->n > n) {
    struct rv_event *const event = &trace->events[--hb->n];
    for (const struct rv_undo *u = event->undo; u; u = u->next)
      *u->slot = u->old;
    while (event->decides) {
      struct rv_race *const race = event->decides;
      event->decides = race->next;
      race->next = hb->races;
      hb->races = race;
    }
    while (event->answers) {
      struct rv_answer *const answer = event->answers;
      event->answers = answer->next;
      rv_answer_free(&hb->pool, answer);
    }
    trace->threads[event->step.thread].known = event->index - 1;
    rv_arena_release(&hb->arena, event->history_top);
  }
}

void rv_happens_before_clear(struct rv_happens_before *hb, struct rv_trace *trace) {
  assert(trace->n == 0);
  rv_happens_before_shrink(hb, trace, 0);
  for (rv_tid t = 0; t < trace->width; t++)
    trace->threads[t].current = NULL;
  rv_arena_release(&hb->arena, 0);
  hb->races = NULL;
  hb->begun = false;
}
