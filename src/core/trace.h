/*
 * The execution sequence E of the papers: a stack of events, each with its operation and its
 * effects. Events are pushed as they are executed and popped when the search goes back; nothing of
 * them moves in between.
 */
#ifndef RAVEL_CORE_TRACE_H
#define RAVEL_CORE_TRACE_H

#include "core/objects.h"
#include "core/system.h"

struct rv_clock;

/* An event <p, i> of E. What is replayed comes first: see rv_explorer_steps(). */
struct rv_event {
  struct rv_replay step;
  uint64_t expected;  /* by a compare-and-swap */
  uint64_t footprint; /* of its operation (dependence.h) */
  uint8_t verdict;    /* what it is taken for (dependence.h) */
  uint32_t index;     /* i: it is the index-th event of its thread, from 1 */
  uint32_t n_effects; /* what happened beside it */
  const struct rv_effect *effects;
  struct rv_object *object;      /* of its first access, where observers.h asks for it */
  const struct rv_event *source; /* RV_BOUND: the store it reads; NULL: what was there */
  uint64_t arena_top;

  /* What happens-before adds (happens_before.h): what its thread knew of the others before it and
   * with it, and how to take it out of the histories again. */
  const struct rv_clock *before, *clock;
  struct rv_visit *visits, visit; /* of what it accesses; the first is always the same */
  struct rv_undo *undo;
  struct rv_race *decides;   /* races whose handling rests on it */
  struct rv_answer *answers; /* what is known of awaits and rests on it (probe.h) */
  uint64_t history_top;
};

static inline struct rv_act rv_event_act(const struct rv_event *event) {
  return (struct rv_act){&event->step.op, event->verdict};
}

/* What the trace knows of a thread. */
struct rv_thread {
  uint32_t events;                /* how many it has made */
  uint32_t capacity;              /* of positions */
  uint32_t *positions;            /* of its events in the trace, in order */
  bool stopped;                   /* before its end (rv_effect_stops) */
  const struct rv_clock *current; /* what it knows of the others (happens_before.h), after */
  uint32_t known;                 /* this many of its events */
};

enum { RV_MAX_THREADS = 1 << 16 };

struct rv_trace {
  struct rv_event *events;
  uint64_t n;
  uint64_t capacity;
  struct rv_thread *threads;
  rv_tid width;     /* threads below this number have been seen, in some execution */
  uint32_t created; /* threads that exist or existed in this execution */
  uint32_t ended;   /* of these, how many have ended */
  uint32_t stopped; /* threads that were stopped before their end: */
  uint32_t bounded; /* by a bound, */
  uint32_t assumed; /* by an assumption; the others after a void iteration */
  uint32_t n_first; /* what happened before the first event */
  const struct rv_effect *first;
  struct rv_arena arena; /* accesses and effects of the events */
  struct rv_pool pool;   /* positions */
};

void rv_trace_init(struct rv_trace *trace, const struct rv_memory *memory, uint64_t capacity);

/* Forgets everything. */
void rv_trace_clear(struct rv_trace *trace);

/* What the initial state's threads did before the first event. */
void rv_trace_begin(struct rv_trace *trace, const struct rv_step *begin);

/* Appends an event: thread and choice are already in the first free entry. */
struct rv_event *rv_trace_push(struct rv_trace *trace, const struct rv_step *done);

/* Removes the last event. It stays readable until the next push. */
struct rv_event *rv_trace_pop(struct rv_trace *trace);

/* The thread has been seen. */
static inline void rv_trace_widen(struct rv_trace *trace, rv_tid thread) {
  if (thread >= trace->width)
    trace->width = thread + 1;
}

/* How many events of a thread stand before a position. */
static inline uint32_t rv_thread_events_before(const struct rv_thread *thread, uint64_t position) {
  enum { FEW = 8 };
  uint32_t low = 0, high = thread->events;
  while (high - low > FEW) {
    const uint32_t middle = low + (high - low) / 2;
    if (thread->positions[middle] < position)
      low = middle + 1;
    else
      high = middle;
  }
  while (high > low && thread->positions[high - 1] >= position)
    high--;
  return high;
}

const struct rv_access *rv_accesses_copy(const struct rv_access *more, uint32_t n,
                                         struct rv_arena *arena);

/* Copies an operation; what `more` points at is put into the arena. */
static inline void rv_op_copy(struct rv_op *to, const struct rv_op *from, struct rv_arena *arena) {
  *to = *from;
  to->more = to->more_count ? rv_accesses_copy(to->more, to->more_count, arena) : NULL;
}

#endif
