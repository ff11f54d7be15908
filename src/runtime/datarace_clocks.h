/*
 * Vector clocks of threads, for the other parts of datarace.
 */
#ifndef RAVEL_RUNTIME_DATARACE_CLOCKS_H
#define RAVEL_RUNTIME_DATARACE_CLOCKS_H

#include "runtime/datarace.h"

/* A component for every thread, counted from the beginning of the execution: 0 for a thread that
 * nothing is known of. Those from `length` on are 0 and need no memory. Lengths are multiples of
 * CLOCK_LANES, so that clocks are handled some components at a time. */
enum { CLOCK_LANES = 4 };
struct vector_clock {
  uint32_t length, capacity;
  int32_t *at;
};

struct datarace_thread {
  struct vector_clock now;      /* what happens before the thread's next operation */
  struct vector_clock fenced;   /* what happens before its last release fence */
  struct vector_clock unfenced; /* what an acquire fence will add: read by relaxed loads */
};

extern struct datarace_thread datarace_threads[DATARACE_MAX_THREADS];
extern uint64_t datarace_beginning; /* clocks of earlier executions are at most this */
extern uint32_t datarace_execution; /* its number, never 0 */

/* True: clocks begin from 0 again, and everything that was ever recorded must be forgotten. */
bool clock_reset(void);

/* Memory that lasts until the end of the execution. */
void *clock_memory(uint64_t bytes);

void clock_pieces(void);

void clock_thread_start(rv_tid child, rv_tid parent);
void clock_thread_begin_as(rv_tid child, rv_tid other); /* which has only just begun itself */
void clock_thread_join(rv_tid thread, rv_tid ended);

void clock_join(struct vector_clock *clock, const struct vector_clock *other);
void clock_copy(struct vector_clock *clock, const struct vector_clock *other);
void clock_lengthen(struct vector_clock *clock, uint32_t length);

/* What the thread does from now on is not part of what it has just released. */
void clock_tick(rv_tid thread);

static inline int32_t clock_get(const struct vector_clock *clock, rv_tid thread) {
  return thread < clock->length ? clock->at[thread] : 0;
}

/* Does what `other` did at `clock`, in this execution or before, happen before what `thread` does
 * next? */
static inline bool clock_ordered(rv_tid other, uint64_t clock, rv_tid thread) {
  return (int64_t)(clock - datarace_beginning) <= clock_get(&datarace_threads[thread].now, other);
}

#endif
