#include "core/unfold.h"

#include <assert.h>
#include <string.h>

#include "core/dependence.h"
#include "core/unfold_disabled.h"
#include "core/unfold_site.h"

void *rv_unfold_make(const struct rv_memory *memory, const struct rv_options *options) {
  struct rv_unfold *const u = rv_reserve(memory, 1, sizeof *u);
  rv_primes_init(&u->primes, memory);
  rv_pool_init(&u->pool, memory);
  rv_arena_init(&u->arena, memory);
  u->frames = rv_reserve(memory, options->max_steps + 1, sizeof *u->frames);
  u->floors = rv_reserve(memory, options->max_steps + 2, sizeof *u->floors);
  u->marks = rv_reserve(memory, RV_MAX_THREADS, sizeof *u->marks);
  u->vector = rv_reserve(memory, RV_MAX_THREADS, sizeof *u->vector);
  return u;
}

/* The trace is empty, and the objects are forgotten with it. */
void rv_unfold_clear(struct rv_explorer *x) {
  struct rv_unfold *const u = x->own;
  while (u->n) {
    const struct rv_frame *const frame = &u->frames[--u->n];
    for (uint32_t i = frame->n_touches; i-- > 0;)
      frame->touches[i].object->touches = frame->touches[i].before;
  }
  for (rv_tid t = 0; t < x->trace.width; t++)
    u->marks[t].capacity = 0;
  u->n_floors = 0;
  rv_primes_clear(&u->primes);
  rv_pool_clear(&u->pool);
  rv_arena_release(&u->arena, 0);
  u->changers.capacity = u->lookers.capacity = 0;
  u->planned = u->n_plan = u->capacity_plan = 0;
}

uint32_t rv_unfold_history(struct rv_explorer *x, const struct rv_clock *knows, rv_tid thread,
                           uint32_t events) {
  const struct rv_unfold *const u = x->own;
  const rv_tid threads = x->trace.width > thread ? x->trace.width : thread + 1;
  uint32_t n = 0;
  for (rv_tid t = 0; t < threads; t++) {
    const uint32_t known = t == thread ? events : rv_clock_at(knows, t);
    u->vector[t] = known ? u->frames[x->trace.threads[t].positions[known - 1]].prime : NULL;
    if (known)
      n = t + 1;
  }
  return n;
}

static void unfold_touch(struct rv_explorer *x, struct rv_frame *frame,
                         const struct rv_event *event) {
  struct rv_unfold *const u = x->own;
  const struct rv_op *const op = &event->step.op;
  frame->arena_top = u->arena.top;
  frame->n_touches = rv_access_count(op);
  frame->touches = rv_arena_alloc(&u->arena, frame->n_touches * sizeof *frame->touches);
  for (unsigned i = 0; i < frame->n_touches; i++) {
    const struct rv_access *const access = rv_access(op, i);
    struct rv_object *const object = rv_object_find(&x->hb.objects, access->addr, access->size);
    frame->touches[i] = (struct rv_touch){.event = event,
                                          .class = rv_class_of(op, access),
                                          .object = object,
                                          .before = object->touches};
    object->touches = &frame->touches[i];
  }
}

void rv_unfold_begin(struct rv_unfold *u) {
  u->execution++;
  while (u->n_floors && u->floors[u->n_floors - 1].length >= u->n)
    u->n_floors--;
  u->floors[u->n_floors++] = (struct rv_floor){.execution = u->execution, .length = u->n};
}

void rv_unfold_push(struct rv_explorer *x) {
  struct rv_unfold *const u = x->own;
  const struct rv_event *const event = &x->trace.events[u->n];
  struct rv_frame *const frame = &u->frames[u->n];
  const uint32_t n = rv_unfold_history(x, event->clock, event->step.thread, event->index - 1);
  frame->prime = rv_prime_intern(&u->primes, event->step.thread, event->step.choice, u->vector, n,
                                 &event->step.op);
  frame->number = ++u->n_numbers;
  frame->rivals = NULL;
  frame->varying = rv_op_varies(&event->step.op) ? u->n + 1 : u->n ? frame[-1].varying : 0;
  unfold_touch(x, frame, event);
  u->n++;
}

void rv_unfold_pop(struct rv_explorer *x, struct rv_disabled *disabled) {
  struct rv_unfold *const u = x->own;
  const struct rv_frame *const frame = &u->frames[--u->n];
  assert(u->n == x->trace.n);
  for (uint32_t i = frame->n_touches; i-- > 0;)
    frame->touches[i].object->touches = frame->touches[i].before;
  rv_arena_release(&u->arena, frame->arena_top);
  rv_disabled_begin(x, disabled, frame);
}
