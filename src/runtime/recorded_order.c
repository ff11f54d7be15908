#include "runtime/recorded_order.h"

#include "core/happens_before.h"

static struct {
  struct rv_trace trace;
  struct rv_happens_before hb;
} order;

void recorded_order_begin(const struct rv_memory *memory, uint64_t steps,
                          const struct rv_step *begin) {
  rv_trace_init(&order.trace, memory, steps + 1);
  rv_happens_before_init(&order.hb, memory);
  rv_trace_begin(&order.trace, begin);
}

bool recorded_order_preempts(const struct rv_system *system, rv_tid thread) {
  size_t words;
  if (order.trace.n == 0)
    return false;
  const rv_tid last = order.trace.events[order.trace.n - 1].step.thread;
  const uint64_t *enabled = system->enabled(system->self, &words);
  return last != thread && last / 64 < words && enabled[last / 64] >> (last % 64) & 1 &&
         !system->gives_up(system->self, last);
}

void recorded_order_add(struct shared_choice made, const struct rv_step *done) {
  struct rv_event *event = &order.trace.events[order.trace.n];
  event->step.thread = made.thread;
  event->step.choice = made.choice;
  rv_trace_push(&order.trace, done);
}

/* --- the edges ------------------------------------------------------------------------------- */

static void add_edge(struct shared *shared, uint64_t before, uint64_t after) {
  struct shared_edge *edges = (struct shared_edge *)(SHARED_BASE + SHARED_ORDER_OFFSET);
  const uint64_t room = (SHARED_EXPLORER_OFFSET - SHARED_ORDER_OFFSET) / sizeof *edges;
  if (shared->edges_used < room)
    edges[shared->edges_used++] = (struct shared_edge){before, after};
}

/* The last event of `thread` that a clock knows; NULL: none. */
static const struct rv_event *last_known(const struct rv_clock *clock, rv_tid thread) {
  const uint32_t known = rv_clock_at(clock, thread);
  return known ? &order.trace.events[order.trace.threads[thread].positions[known - 1]] : NULL;
}

/* Whether what is newly known of one thread follows from what is newly known of another. */
static bool follows(const struct rv_event *event, const struct rv_clock *clock,
                    const struct rv_clock *old) {
  for (rv_tid t = 0; t < order.trace.width; t++) {
    const struct rv_event *other = last_known(clock, t);
    if (other && other != event && rv_clock_at(clock, t) > rv_clock_at(old, t) &&
        rv_happens_before(event, other))
      return true;
  }
  return false;
}

/* Edges to step `after` from what `thread` has learned since `old`. */
static void add_learned(struct shared *shared, uint64_t after, rv_tid thread,
                        const struct rv_clock *clock, const struct rv_clock *old) {
  if (clock == old)
    return;
  for (rv_tid t = 0; t < order.trace.width; t++) {
    const struct rv_event *event = t == thread ? NULL : last_known(clock, t);
    if (event && rv_clock_at(clock, t) > rv_clock_at(old, t) && !follows(event, clock, old))
      add_edge(shared, (uint64_t)(event - order.trace.events) + 1, after);
  }
}

/* The step in which the thread on the other side of an error accessed its memory last; 0: none. */
static uint64_t step_of_other_side(const struct shared *shared, const struct shared_error *error) {
  const struct record *records = (const struct record *)(SHARED_BASE + SHARED_RECORDS_OFFSET);
  for (uint64_t i = shared->records_used; i-- > 0;)
    if (records[i].thread == error->other.thread && records[i].size &&
        records[i].addr < error->addr + error->size &&
        error->addr < records[i].addr + records[i].size)
      return records[i].step;
  return 0;
}

/* An error of a step needs what its thread knew, and the other side. It may be of a thread that has
 * waited in a join for the step's. */
static void add_needed(struct shared *shared, const struct shared_error *error) {
  const uint64_t last = order.trace.n, end = last + 1;
  const struct rv_thread *thread = &order.trace.threads[error->thread];
  add_edge(shared, last, end);
  if (thread->events)
    add_edge(shared, thread->positions[thread->events - 1] + 1, end);
  add_learned(shared, end, error->thread, thread->current, NULL);
  const uint64_t other =
      error->other.thread == RV_NO_THREAD ? 0 : step_of_other_side(shared, error);
  if (other && other <= last)
    add_edge(shared, other, end);
  if (other && other < last)
    add_edge(shared, other, last);
}

void recorded_order_end(struct shared *shared, const struct shared_error *error) {
  struct rv_trace *trace = &order.trace;
  rv_happens_before_extend(&order.hb, trace);
  for (uint64_t i = 0; i < trace->n; i++) {
    const struct rv_event *event = &trace->events[i];
    const struct rv_thread *thread = &trace->threads[event->step.thread];
    const struct rv_event *before =
        event->index > 1 ? &trace->events[thread->positions[event->index - 2]] : NULL;
    add_learned(shared, i + 1, event->step.thread, event->clock, before ? before->clock : NULL);
  }
  if (error && trace->n)
    add_needed(shared, error);
}
