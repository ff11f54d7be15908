/*
 * Vector clocks: how many events of each thread are known.
 *
 * A thread's clock says how many events of each other thread happen before its next one. A thread's
 * own entry is not used: its own index takes that place. An event that adds nothing shares the
 * clock of the event before it.
 */
#ifndef RAVEL_CORE_CLOCK_H
#define RAVEL_CORE_CLOCK_H

#include "core/trace.h"

struct rv_clock {
  uint32_t n;   /* entries, a multiple of RV_CLOCK_LANES; threads beyond are unknown */
  uint32_t end; /* all events in it stand before this position in the trace */
  uint32_t at[];
};

/* Entries are handled some at a time. */
enum { RV_CLOCK_LANES = 4 };

/* A clock with `n` entries (not fewer than there are in `clock`), to be changed. */
struct rv_clock *rv_clock_copy(const struct rv_clock *clock, uint32_t n, struct rv_arena *arena);

/* Joins with the first `index` events of `thread`: the clock of the last of them, and these events
 * themselves. They stand before position `end`. */
void rv_clock_join(struct rv_clock *clock, const struct rv_clock *other, rv_tid thread,
                   uint32_t index, uint64_t end);

static inline uint32_t rv_clock_at(const struct rv_clock *clock, rv_tid thread) {
  return clock && thread < clock->n ? clock->at[thread] : 0;
}

/* e ->_E f, or e = f. */
static inline bool rv_happens_before(const struct rv_event *e, const struct rv_event *f) {
  if (e->step.thread == f->step.thread)
    return e->index <= f->index;
  return rv_clock_at(f->clock, e->step.thread) >= e->index;
}

/* One past the position in the trace of the last event in the clock. */
uint64_t rv_clock_complete(const struct rv_clock *clock, rv_tid thread, uint32_t index,
                           const struct rv_trace *trace);

/* The same as below, where the clock has later events. */
bool rv_clock_is_within_slowly(const struct rv_clock *clock, const struct rv_clock *known,
                               rv_tid thread, rv_tid other, uint64_t before,
                               const struct rv_trace *trace);

/* Whether all events in the clock, but for those of two threads, are also known to another clock or
 * stand before a position in the trace. */
static inline bool rv_clock_is_within(const struct rv_clock *clock, const struct rv_clock *known,
                                      rv_tid thread, rv_tid other, uint64_t before,
                                      const struct rv_trace *trace) {
  return !clock || clock->end <= before ||
         rv_clock_is_within_slowly(clock, known, thread, other, before, trace);
}

#endif
