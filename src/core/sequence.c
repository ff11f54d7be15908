#include "core/sequence.h"

#include "core/dependence.h"

void rv_sequence_begin(struct rv_sequence *v, const struct rv_trace *trace,
                       const struct rv_event *e, const struct rv_late *late, uint64_t end) {
  v->trace = trace;
  v->e = e;
  v->late = late;
  v->late_given = false;
  v->at = (uint64_t)(e - trace->events) + 1;
  v->end = end;
  v->unused = 0;
  v->closed = 0;
  v->n = 0;
  v->footprint = v->threads = 0;
}

void rv_sequence_clear(struct rv_sequence *v, const struct rv_trace *trace) {
  rv_sequence_begin(v, trace, trace->events, NULL, 0);
  v->late_given = true;
}

static void sequence_grow(struct rv_sequence *v) {
  const uint32_t capacity = v->capacity ? 2 * v->capacity : 64;
  v->items =
      rv_pool_widen(v->pool, v->items, v->capacity * sizeof *v->items, capacity * sizeof *v->items);
  v->capacity = capacity;
}

static inline struct rv_item *sequence_append(struct rv_sequence *v, rv_tid thread,
                                              uint64_t footprint) {
  if (v->n == v->capacity)
    sequence_grow(v);
  const uint32_t at = v->n++;
  struct rv_item *const item = &v->items[at];
  item->thread = thread;
  item->footprint = footprint;
  item->needed = false;
  for (uint64_t fresh = footprint & ~v->footprint; fresh; fresh &= fresh - 1)
    v->first_touching[__builtin_ctzll(fresh)] = at;
  v->footprint |= footprint;
  if (!(v->threads >> thread % 64 & 1))
    v->first_of_thread[thread % 64] = at;
  v->threads |= UINT64_C(1) << thread % 64;
  return item;
}

void rv_sequence_append(struct rv_sequence *v, const struct rv_event *event,
                        const struct rv_op *op) {
  const uint64_t footprint = op == &event->step.op ? event->footprint : rv_footprint(op);
  struct rv_item *const item = sequence_append(v, event->step.thread, footprint);
  item->choice = event->step.choice;
  item->index = event->index;
  item->position = (uint32_t)(event - v->trace->events);
  item->act = (struct rv_act){op, event->verdict};
  item->clock = event->clock;
}

void rv_sequence_append_item(struct rv_sequence *v, const struct rv_item *item) {
  *sequence_append(v, item->thread, item->footprint) = *item;
}

static void append_late(struct rv_sequence *v) {
  struct rv_item *const item = sequence_append(v, v->late->thread, rv_footprint(&v->late->op));
  item->choice = v->late->choice;
  item->index = UINT32_MAX;
  item->position = (uint32_t)v->late->position;
  item->needed = true;
  item->act = (struct rv_act){&v->late->op, v->late->made ? v->late->made->verdict : 0};
  item->clock = v->late->clock;
  v->late_given = true;
}

/* Once an event of a thread happens after e, all later events of that thread do. So only threads
 * whose next event does not happen after e have more to give. */
static uint64_t end_of_rest(const struct rv_sequence *v, rv_tid threads) {
  uint64_t end = v->at;
  for (rv_tid t = 0; t < threads; t++) {
    if (t < 64 && v->closed >> t & 1)
      continue;
    const struct rv_thread *const thread = &v->trace->threads[t];
    const uint32_t made = rv_thread_events_before(thread, v->at);
    const uint64_t next = made < thread->events ? thread->positions[made] : v->trace->n;
    if (next < v->end && !rv_happens_before(v->e, &v->trace->events[next])) {
      const uint64_t last = thread->positions[thread->events - 1] + UINT64_C(1);
      if (end < last)
        end = last;
    }
  }
  return end < v->end ? end : v->end;
}

static inline bool left_out(const struct rv_sequence *v, const struct rv_event *event) {
  for (uint32_t i = 0; i < v->late->n_without; i++)
    if (rv_happens_before(v->late->without[i], event))
      return true;
  return false;
}

/* Whether an event happens after e. Then all that follow in its thread do. */
static inline bool is_after(struct rv_sequence *v, const struct rv_event *event) {
  const rv_tid thread = event->step.thread;
  if (thread < 64 && v->closed >> thread & 1)
    return true;
  if (!rv_happens_before(v->e, event))
    return false;
  if (thread < 64)
    v->closed |= UINT64_C(1) << thread;
  return true;
}

bool rv_sequence_extend(struct rv_sequence *v) {
  while (v->at < v->end) {
    if (v->at >= v->late->position && !v->late_given) {
      v->at += v->at == v->late->position;
      append_late(v);
      return true;
    }
    const struct rv_event *const event = &v->trace->events[v->at++];
    if (!is_after(v, event) && !left_out(v, event)) {
      rv_sequence_append(v, event, &event->step.op);
      v->unused = 0;
      return true;
    }
    /* Asking what is left costs about as much as looking at one event of every thread. */
    if (++v->unused > 2 + v->trace->width) {
      v->unused = 0;
      v->end = end_of_rest(v, v->trace->width);
    }
  }
  if (v->late_given)
    return false;
  append_late(v);
  return true;
}

void rv_sequence_need_late(struct rv_sequence *v) {
  struct rv_item *item;
  for (uint32_t i = 0; (item = rv_sequence_at(v, i))->index != UINT32_MAX; i++)
    item->needed |= rv_dependent(item->act.op, &v->late->op);
}

static bool sequence_holds(const struct rv_sequence *v, uint32_t i, struct rv_act act) {
  return act.verdict && rv_is_held(rv_sequence_acts(v), i, act);
}

enum rv_relation rv_relation_from(struct rv_sequence *v, uint32_t i, rv_tid thread, uint32_t choice,
                                  struct rv_act act, uint64_t conflicting, uint32_t *where) {
  do
    for (const struct rv_item *item = &v->items[i]; i < v->n; i++, item++)
      if (item->thread == thread ||
          (item->footprint & conflicting && rv_dependent_as(item->act, act))) {
        *where = i;
        return item->thread == thread && item->choice == choice && !sequence_holds(v, i, act)
                   ? RV_INITIAL
                   : RV_DEPENDENT;
      }
  while (rv_sequence_extend(v));
  *where = 0;
  return sequence_holds(v, v->n, act) ? RV_DEPENDENT : RV_INDEPENDENT;
}
