#include "core/happens_before.h"

#include <assert.h>
#include <string.h>

/* A thread's clock before an event changed it. */
struct rv_undo {
  struct rv_thread *thread;
  const struct rv_clock *knew;
  struct rv_undo *next;
};

void rv_happens_before_init(struct rv_happens_before *hb, const struct rv_memory *memory) {
  rv_arena_init(&hb->arena, memory);
  rv_pool_init(&hb->pool, memory);
  rv_objects_init(&hb->objects, memory);
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
static void add_conflicting(struct rv_happens_before *hb, const struct rv_object *object,
                            enum rv_class class) {
  for (unsigned i = 0; i < RV_SHARED_CLASSES; i++)
    if (rv_conflict(class, RV_CLASS_READ + i))
      for (const struct rv_visit *v = object->shared.last[i]; v; v = v->before)
        add_candidate(hb, v->event);
  if (object->total)
    add_candidate(hb, object->total->event);
}

static void find_candidates(struct rv_happens_before *hb, const struct rv_event *event) {
  hb->n_candidates = 0;
  for (const struct rv_visit *visit = event->visits; visit; visit = visit->next) {
    add_conflicting(hb, visit->object, visit->class);
    for (const struct rv_overlap *o = visit->object->overlaps; o; o = o->next)
      add_conflicting(hb, o->object, visit->class);
  }
}

const struct rv_event *rv_last_acquire(struct rv_happens_before *hb, const struct rv_op *lock) {
  const struct rv_object *const mutex =
      rv_object_find(&hb->objects, lock->access.addr, lock->access.size);
  const struct rv_visit *last = mutex->total;
  /* Initialisations and destructions come since the last lock. If there was no unlock either, the
   * mutex was held at each of them: the lock can't come before those, but before that lock. */
  while (last && last->class == RV_CLASS_WRITE &&
         !last->replaced.last[RV_CLASS_ADD - RV_CLASS_READ])
    last = last->before;
  if (!last || last->class != RV_CLASS_ACQUIRE)
    last = mutex->total;
  return last ? last->event : NULL;
}

/* The clock of an event while it is joined with those of the events that it conflicts with. */
struct learning {
  struct rv_happens_before *hb;
  const struct rv_trace *trace;
  struct rv_event *event;
  struct rv_clock *learnt; /* its clock, if it is no longer the one its thread had before */
  bool no_race;
};

/* The event happens after a candidate. If the candidate is not in its clock yet, the two race. A
 * lock does not race with the unlock that it had to wait for, but with the lock before
 * (add_lock_race()); for an await, which writes it can be reversed with is another question
 * (await.h), and so is what a bound read can read (reread.h). */
static inline void learn(struct learning *l, const struct rv_event *candidate) {
  const rv_tid thread = candidate->step.thread;
  struct rv_event *const event = l->event;
  if (thread == event->step.thread || rv_clock_at(event->clock, thread) >= candidate->index)
    return;
  if (!l->no_race)
    add_race(l->hb, candidate, event);
  if (!l->learnt)
    event->clock = l->learnt = rv_clock_copy(event->before, l->trace->width, &l->hb->arena);
  rv_clock_join(l->learnt, candidate->clock, thread, candidate->index,
                (uint64_t)(candidate - l->trace->events) + 1);
}

/* Whether all that an event conflicts with is in one list, which is sorted, and before that the
 * last event that conflicts with everything. */
static inline bool is_simple(const struct rv_event *event, const struct rv_visit **list) {
  const struct rv_visit *const visit = &event->visit;
  const struct rv_object *const object = visit->object;
  unsigned lists = 0;
  *list = NULL;
  for (unsigned i = 0; i < RV_SHARED_CLASSES; i++)
    if (object->shared.last[i] && rv_conflict(visit->class, RV_CLASS_READ + i)) {
      *list = object->shared.last[i];
      lists++;
    }
  return lists <= 1 && event->visits == visit && !object->overlaps;
}

/* Computes the clock of an event by joining with the events that it conflicts with, from the latest
 * to the first. */
static void compute_clock(struct rv_happens_before *hb, const struct rv_trace *trace,
                          struct rv_event *event) {
  const struct rv_op *const op = &event->step.op;
  const bool bound = event->verdict & RV_BOUND;
  struct learning l = {.hb = hb,
                       .trace = trace,
                       .event = event,
                       .no_race = op->kind == RV_OP_LOCK || op->kind == RV_OP_AWAIT || bound};
  const struct rv_visit *list;
  event->clock = event->before;
  if (!event->visits)
    return;
  if (!bound && is_simple(event, &list)) {
    for (; list; list = list->before)
      learn(&l, list->event);
    if (event->visit.object->total)
      learn(&l, event->visit.object->total->event);
    return;
  }
  find_candidates(hb, event);
  if (bound && event->source)
    add_candidate(hb, event->source);
  for (uint32_t i = 0; i < hb->n_candidates; i++)
    learn(&l, hb->candidates[i]);
}

/* A lock that was made races with the lock before (Algorithm 3, line 4; Algorithm 4, line 8). */
static void add_lock_race(struct rv_happens_before *hb, const struct rv_event *event) {
  const struct rv_event *const last = rv_last_acquire(hb, &event->step.op);
  if (last && last->step.thread != event->step.thread &&
      rv_clock_at(event->before, last->step.thread) < last->index)
    add_race(hb, last, event);
}

/* Finds what the event accesses. */
static void locate(struct rv_happens_before *hb, struct rv_event *event) {
  const struct rv_op *const op = &event->step.op;
  const unsigned n = rv_access_count(op);
  event->visits = NULL;
  for (unsigned i = 0; i < n; i++) {
    const struct rv_access *const access = rv_access(op, i);
    struct rv_visit *const visit =
        i == 0 ? &event->visit : rv_arena_alloc(&hb->arena, sizeof *visit);
    visit->event = event;
    visit->object = rv_object_find(&hb->objects, access->addr, access->size);
    visit->class = rv_class_as(rv_event_act(event), access);
    visit->next = event->visits;
    event->visits = visit;
  }
}

/* Of a list's visits by one thread the last will do: the others happen before it. */
static void __attribute__((noinline))
shorten(struct rv_happens_before *hb, rv_tid width, struct rv_visit *first) {
  const size_t size = (width + 63) / 64 * sizeof(uint64_t);
  uint64_t *const seen = rv_arena_alloc(&hb->arena, size);
  const struct rv_visit **end = &first->before, *visit = first->before;
  memset(seen, 0, size);
  seen[first->event->step.thread / 64] |= UINT64_C(1) << first->event->step.thread % 64;
  for (; visit; visit = visit->before) {
    const rv_tid thread = visit->event->step.thread;
    if (seen[thread / 64] >> thread % 64 & 1)
      continue;
    seen[thread / 64] |= UINT64_C(1) << thread % 64;
    struct rv_visit *const copy = rv_arena_alloc(&hb->arena, sizeof *copy);
    *copy = *visit;
    copy->length = width;
    *end = copy;
    end = &copy->before;
  }
  *end = NULL;
  first->length = width;
}

/* Lists grow to this, and twice the number of threads, before they are made shorter. */
enum { LONG_LIST = 32 };

/* Enters a visit into the history of its object. */
static inline void happens_before_enter(struct rv_happens_before *hb, rv_tid width,
                                        struct rv_visit *visit) {
  struct rv_object *const object = visit->object;
  visit->previous = object->last;
  object->last = visit;
  object->visits++;
  if (visit->class < RV_CLASS_READ) {
    visit->before = object->total;
    visit->replaced = object->shared;
    object->total = visit;
    object->shared = (struct rv_shared){0};
    return;
  }
  const struct rv_visit **const list = &object->shared.last[visit->class - RV_CLASS_READ];
  visit->head = visit->before = *list;
  if (*list && (*list)->event->step.thread == visit->event->step.thread)
    visit->before = (*list)->before;
  visit->length = visit->before ? visit->before->length + 1 : 1;
  if (__builtin_expect(visit->length > LONG_LIST + 2 * width, 0))
    shorten(hb, width, visit);
  *list = visit;
}

/* Taken out in the opposite order, since an event may access one object twice. */
static inline void enter_all(struct rv_happens_before *hb, rv_tid width, struct rv_event *event) {
  struct rv_visit *entered = NULL, *next;
  for (struct rv_visit *visit = event->visits; visit; visit = next) {
    next = visit->next;
    happens_before_enter(hb, width, visit);
    visit->next = entered;
    entered = visit;
  }
  event->visits = entered;
}

static inline void happens_before_leave(struct rv_visit *visit) {
  struct rv_object *const object = visit->object;
  object->last = visit->previous;
  if (object->history.n == object->visits--)
    object->history.n = object->visits;
  if (visit->class < RV_CLASS_READ) {
    object->total = visit->before;
    object->shared = visit->replaced;
  } else {
    object->shared.last[visit->class - RV_CLASS_READ] = visit->head;
  }
}

/* A thread's clock, to be changed; its old value is put on the event's undo list, once in a row. */
static struct rv_clock *learn_more(struct rv_happens_before *hb, const struct rv_trace *trace,
                                   struct rv_thread *learns, struct rv_undo **undo) {
  if (*undo && (*undo)->thread == learns && learns->current->n >= trace->width)
    return (struct rv_clock *)learns->current;
  struct rv_clock *const clock = rv_clock_copy(learns->current, trace->width, &hb->arena);
  struct rv_undo *const record = rv_arena_alloc(&hb->arena, sizeof *record);
  *record = (struct rv_undo){.thread = learns, .knew = learns->current, .next = *undo};
  *undo = record;
  learns->current = clock;
  return clock;
}

/* A child starts with its parent's clock; a join adds the clock of the joined thread. */
static void apply_effects(struct rv_happens_before *hb, struct rv_trace *trace,
                          const struct rv_effect *effects, uint32_t n, struct rv_undo **undo) {
  for (uint32_t i = 0; i < n; i++) {
    if (effects[i].kind == RV_EFFECT_END || rv_effect_stops(&effects[i]))
      continue;
    const bool create = effects[i].kind == RV_EFFECT_CREATE;
    const rv_tid from = create ? effects[i].thread : effects[i].other;
    const rv_tid to = create ? effects[i].other : effects[i].thread;
    const struct rv_thread *const knows = &trace->threads[from];
    if (knows->known || knows->current)
      rv_clock_join(learn_more(hb, trace, &trace->threads[to], undo), knows->current, from,
                    knows->known, knows->known ? knows->positions[knows->known - 1] + 1 : 0);
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
  locate(hb, event);
  compute_clock(hb, trace, event);
  if (event->step.op.kind == RV_OP_LOCK)
    add_lock_race(hb, event);
  if (event->step.op.kind == RV_OP_CHOOSE || event->step.op.kind == RV_OP_AWAIT)
    add_race(hb, event, event);
  enter_all(hb, trace->width, event);
  thread->known = event->index;
  thread->current = event->clock;
}

void rv_happens_before_teach(struct rv_happens_before *hb, struct rv_trace *trace,
                             struct rv_event *with, rv_tid thread, const struct rv_event *known) {
  assert(with == &trace->events[hb->n - 1]);
  rv_clock_join(learn_more(hb, trace, &trace->threads[thread], &with->undo), known->clock,
                known->step.thread, known->index, (uint64_t)(known - trace->events) + 1);
}

/* Drops the races whose second event is gone. */
static void filter_races(struct rv_happens_before *hb, const struct rv_trace *trace) {
  for (struct rv_race **r = &hb->races; *r;)
    if ((*r)->second >= trace->events + hb->n)
      *r = (*r)->next;
    else
      r = &(*r)->next;
}

/* The threads learn from the effects of the last event that has its clock. */
static inline void learn_from_last(struct rv_happens_before *hb, struct rv_trace *trace) {
  struct rv_event *const event = &trace->events[hb->n - 1];
  apply_effects(hb, trace, event->effects, event->n_effects, &event->undo);
}

/* All events have their clocks, and of the last one's effects nobody knows. */
static void extend(struct rv_happens_before *hb, struct rv_trace *trace) {
  filter_races(hb, trace);
  if (!hb->begun) {
    struct rv_undo *undo = NULL;
    apply_effects(hb, trace, trace->first, trace->n_first, &undo);
    hb->begun = true;
  }
  const uint64_t before = hb->n;
  for (; hb->n < trace->n; hb->n++) {
    if (hb->n > before)
      learn_from_last(hb, trace);
    add_event(hb, trace, &trace->events[hb->n]);
  }
}

void rv_happens_before_extend(struct rv_happens_before *hb, struct rv_trace *trace) {
  const uint64_t before = hb->n;
  extend(hb, trace);
  if (hb->n > before)
    learn_from_last(hb, trace);
}

void rv_happens_before_end(struct rv_happens_before *hb, struct rv_trace *trace) {
  extend(hb, trace);
}

static void answer_free(struct rv_pool *pool, struct rv_answer *answer) {
  if (answer->op.more_count)
    rv_pool_free(pool, (void *)answer->op.more, answer->op.more_count * sizeof *answer->op.more);
  rv_pool_free(pool, answer, rv_answer_size(answer->n));
}

void rv_happens_before_shrink(struct rv_happens_before *hb, struct rv_trace *trace, uint64_t n) {
  while (hb->n > n) {
    struct rv_event *const event = &trace->events[--hb->n];
    for (const struct rv_undo *u = event->undo; u; u = u->next)
      u->thread->current = u->knew;
    for (struct rv_visit *visit = event->visits; visit; visit = visit->next)
      happens_before_leave(visit);
    while (event->decides) {
      struct rv_race *const race = event->decides;
      event->decides = race->next;
      race->next = hb->races;
      hb->races = race;
    }
    while (event->answers) {
      struct rv_answer *const answer = event->answers;
      event->answers = answer->next;
      answer_free(&hb->pool, answer);
    }
    struct rv_thread *const thread = &trace->threads[event->step.thread];
    thread->known = event->index - 1;
    thread->current = event->before;
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
