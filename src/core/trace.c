#include "core/trace.h"

#include <assert.h>
#include <string.h>

#include "core/dependence.h"

void rv_trace_init(struct rv_trace *trace, const struct rv_memory *memory, uint64_t capacity) {
  /* One more entry than events: the step under way. */
  trace->events = rv_reserve(memory, capacity + 1, sizeof *trace->events);
  trace->threads = rv_reserve(memory, RV_MAX_THREADS, sizeof *trace->threads);
  trace->capacity = capacity;
  rv_arena_init(&trace->arena, memory);
  rv_pool_init(&trace->pool, memory);
  rv_trace_clear(trace);
}

static void stop_thread(struct rv_trace *trace, const struct rv_effect *effect) {
  trace->threads[effect->thread].stopped = true;
  trace->stopped++;
  trace->bounded += effect->kind == RV_EFFECT_BOUNDED;
  trace->assumed += effect->kind == RV_EFFECT_ASSUMED;
}

static void take_back(struct rv_trace *trace, const struct rv_effect *effects, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    trace->created -= effects[i].kind == RV_EFFECT_CREATE;
    trace->ended -= effects[i].kind == RV_EFFECT_END;
    if (rv_effect_stops(&effects[i])) {
      trace->threads[effects[i].thread].stopped = false;
      trace->stopped--;
      trace->bounded -= effects[i].kind == RV_EFFECT_BOUNDED;
      trace->assumed -= effects[i].kind == RV_EFFECT_ASSUMED;
    }
  }
}

void rv_trace_clear(struct rv_trace *trace) {
  while (trace->n)
    rv_trace_pop(trace);
  take_back(trace, trace->first, trace->n_first);
  trace->created = 1;
  trace->n_first = 0;
  rv_arena_release(&trace->arena, 0);
}

const struct rv_access *rv_accesses_copy(const struct rv_access *more, uint32_t n,
                                         struct rv_arena *arena) {
  const size_t bytes = n * sizeof *more;
  return memcpy(rv_arena_alloc(arena, bytes), more, bytes);
}

static const struct rv_effect *copy_effects(struct rv_trace *trace, const struct rv_step *done) {
  struct rv_effect *const copy = rv_arena_alloc(&trace->arena, done->n_effects * sizeof *copy);
  for (uint32_t i = 0; i < done->n_effects; i++) {
    copy[i] = done->effects[i];
    trace->created += done->effects[i].kind == RV_EFFECT_CREATE;
    trace->ended += done->effects[i].kind == RV_EFFECT_END;
    rv_trace_widen(trace, done->effects[i].thread);
    if (rv_effect_stops(&done->effects[i]))
      stop_thread(trace, &done->effects[i]);
    else if (done->effects[i].kind != RV_EFFECT_END)
      rv_trace_widen(trace, done->effects[i].other);
  }
  return copy;
}

void rv_trace_begin(struct rv_trace *trace, const struct rv_step *begin) {
  assert(trace->n == 0);
  trace->n_first = begin->n_effects;
  trace->first = begin->n_effects ? copy_effects(trace, begin) : NULL;
}

static void remember_position(struct rv_trace *trace, struct rv_thread *thread, uint32_t position) {
  if (thread->events == thread->capacity) {
    const uint32_t capacity = thread->capacity ? 2 * thread->capacity : 16;
    thread->positions =
        rv_pool_widen(&trace->pool, thread->positions, thread->capacity * sizeof *thread->positions,
                      capacity * sizeof *thread->positions);
    thread->capacity = capacity;
  }
  thread->positions[thread->events++] = position;
}

struct rv_event *rv_trace_push(struct rv_trace *trace, const struct rv_step *done) {
  assert(trace->n < trace->capacity);
  struct rv_event *const event = &trace->events[trace->n];
  assert(event->step.thread < RV_MAX_THREADS);
  struct rv_thread *const thread = &trace->threads[event->step.thread];
  remember_position(trace, thread, (uint32_t)trace->n);
  rv_trace_widen(trace, event->step.thread);
  trace->n++;
  event->index = thread->events;
  event->arena_top = trace->arena.top;
  event->step.value = done->value;
  event->expected = done->expected;
  rv_op_copy(&event->step.op, &done->op, &trace->arena);
  event->footprint = rv_footprint(&done->op);
  event->verdict = 0;
  event->n_effects = done->n_effects;
  event->effects = done->n_effects ? copy_effects(trace, done) : NULL;
  return event;
}

struct rv_event *rv_trace_pop(struct rv_trace *trace) {
  assert(trace->n > 0);
  struct rv_event *const event = &trace->events[--trace->n];
  struct rv_thread *const thread = &trace->threads[event->step.thread];
  thread->events--;
  take_back(trace, event->effects, event->n_effects);
  rv_arena_release(&trace->arena, event->arena_top);
  return event;
}
