/*
 * Vector clocks: how many events of each thread are known.
 *
 * A clock is what a thread knows of the others. Of itself a thread knows everything, so its own
 * entry is not looked at: what an event knows is its clock, and its own index. Events that learn
 * nothing new share the clock of the event before.
 */
#ifndef RAVEL_CORE_CLOCK_H
#define RAVEL_CORE_CLOCK_H

#include "core/trace.h"

struct rv_clock {
  uint32_t n; /* entries, a multiple of RV_CLOCK_LANES; threads beyond are unknown */
  uint32_t at[];
};

/* Entries are handled some at a time. */
enum { RV_CLOCK_LANES = 4 };

/* A clock with `n` entries (not fewer than there are in `clock`), to be changed. */
struct rv_clock *rv_clock_copy(const struct rv_clock *clock, uint32_t n, struct rv_arena *arena);

/* Adds what `index` events of `thread` know: the clock that goes with the last of them, and
 * themselves. */
void rv_clock_join(struct rv_clock *clock, const struct rv_clock *other, rv_tid thread,
                   uint32_t index);

static inline uint32_t rv_clock_at(const struct rv_clock *clock, rv_tid thread) {
  return clock && thread < clock->n ? clock->at[thread] : 0;
}

/* e ->_E f, or e = f. */
static inline bool rv_happens_before(const struct rv_event *e, const struct rv_event *f) {
  if (e->step.thread == f->step.thread)
    return e->index <= f->index;
  return rv_clock_at(f->clock, e->step.thread) >= e->index;
}

/* The position in the trace after the last event that is known: where its knowing is complete. */
uint64_t rv_clock_complete(const struct rv_clock *clock, rv_tid thread, uint32_t index,
                           const struct rv_trace *trace);

#endif
