/*
 * Happens-before: gives every event of the trace its clock, and finds the races on the way.
 *
 * Events are added in the order of the trace and taken out again from the end, so the prefix that
 * two executions share is looked at once.
 */
#ifndef RAVEL_CORE_HAPPENS_BEFORE_H
#define RAVEL_CORE_HAPPENS_BEFORE_H

#include <assert.h>

#include "core/clock.h"
#include "core/objects.h"

/* e <_E e': two events of different threads, the first happens before the second, and nothing
 * happens between them. A choice races with itself: its other values are the reversals. So does
 * an await: which writes it can be reversed with is found by blocking.h. */
struct rv_race {
  const struct rv_event *first, *second;
  struct rv_race *next;
};

/* Whether a thread that stands before an await, after so many events of its own, is enabled when
 * of the writes to the memory that it waits on these have been made, and what it then reads. */
struct rv_answer {
  struct rv_answer *next;
  rv_tid thread;
  uint32_t events;
  bool enabled;
  struct rv_op op;
  uint32_t n;
  const struct rv_event *writes[];
};

static inline size_t rv_answer_size(uint32_t n) {
  return sizeof(struct rv_answer) + n * sizeof(struct rv_event *);
}

struct rv_happens_before {
  struct rv_arena arena;     /* clocks, visits and undo records, in the order of the events */
  struct rv_objects objects; /* what has been accessed */
  struct rv_pool pool;       /* of the array below */
  uint64_t n;                /* events that have their clock */
  bool begun;

  struct rv_race *races; /* to be handled */
  uint64_t found;        /* how many were found, so far */
  const struct rv_event **candidates;
  uint32_t n_candidates, capacity_candidates;
};

void rv_happens_before_init(struct rv_happens_before *hb, const struct rv_memory *memory);

/* Gives the events that are new in the trace their clocks. The reversible races to be handled are
 * then in hb->races: those in which a new event is the second, and those whose handling rested on
 * an event that is no longer there. */
void rv_happens_before_extend(struct rv_happens_before *hb, struct rv_trace *trace);

/* The same for an execution that is over, and whose last event will be taken out before another is
 * added: what threads know after that event is left out. */
void rv_happens_before_end(struct rv_happens_before *hb, struct rv_trace *trace);

/* The first of hb->races is handled. The decision holds as long as the trace stays the same up to
 * and including this position (and the race's second event). */
static inline void rv_race_rests_on(struct rv_happens_before *hb, struct rv_trace *trace,
                                    uint64_t position) {
  assert(position < trace->n); /* or it would never be handled again */
  struct rv_race *const race = hb->races;
  const uint64_t second = (uint64_t)(race->second - trace->events);
  struct rv_event *const event = &trace->events[position < second ? second : position];
  hb->races = race->next;
  race->next = event->decides;
  event->decides = race;
}

/* Takes out all but the first `n` events. Those that are no longer in the trace are still in its
 * memory. */
void rv_happens_before_shrink(struct rv_happens_before *hb, struct rv_trace *trace, uint64_t n);

/* Forgets the execution, not the objects. The trace is empty. */
void rv_happens_before_clear(struct rv_happens_before *hb, struct rv_trace *trace);

/* Joins a thread's clock with an event of another thread, for as long as `with`, the last event
 * that has its clock, is in the trace. */
void rv_happens_before_teach(struct rv_happens_before *hb, struct rv_trace *trace,
                             struct rv_event *with, rv_tid thread, const struct rv_event *known);

/* The last event that acquired the mutex of a lock operation; NULL if there is none. */
const struct rv_event *rv_last_acquire(struct rv_happens_before *hb, const struct rv_op *lock);

#endif
