/*
 * What threads do later: for every object, which threads have been seen to access it, in any
 * execution so far, and as which of their events at the latest.
 *
 * When everything that can follow a step is explored, the step is independent of what other threads
 * can still do if it is independent of what is recorded here. Recorded are events, operations that
 * threads wait in, and joins. An event that always happens after the step (its thread has joined
 * the step's thread, say) cannot come before it and is left out.
 */
#ifndef RAVEL_CORE_FUTURE_H
#define RAVEL_CORE_FUTURE_H

#include "core/dependence.h"
#include "core/memory.h"

struct rv_clock;
struct rv_event;
struct rv_explorer;
struct rv_objects;
struct rv_state;

/* The latest events of a thread that access an object, by class. */
struct rv_future {
  struct rv_future *next;
  rv_tid thread;
  uint32_t latest[RV_CLASSES];
};

/* A thread that joins another. If it makes a step that does not stop at the join, as which of its
 * events at the latest. */
struct rv_joiner {
  struct rv_joiner *next;
  rv_tid thread;
  uint32_t latest;
};

/* What a thread knows of others before each of its events: the least that it was seen to know. */
struct rv_awareness {
  struct rv_clock **least;
  uint32_t n, capacity; /* of least, which is kept when the exploration begins again */
};

struct rv_futures {
  struct rv_arena arena;
  struct rv_awareness *aware; /* each thread */
  struct rv_joiner **joiners; /* of each thread */
  uint32_t *awaits;           /* of each thread: its latest await that only reads */
};

void rv_futures_init(struct rv_futures *futures, const struct rv_memory *memory);
void rv_futures_clear(struct rv_futures *futures, struct rv_objects *objects, rv_tid width);

void rv_future_note_event(struct rv_explorer *x, const struct rv_event *event);

/* What the threads stand before that wait. */
void rv_future_note_waiting(struct rv_explorer *x, const struct rv_state *state);

/* Whether a step from the present state, after which everything is explored, is independent of
 * everything that other threads can do, and enables or disables no thread. */
bool rv_future_is_independent(struct rv_explorer *x, const struct rv_event *step);

/* Whether anything that a thread can do later depends on the last step; or, if the thread of that
 * step is blocked after it, decides whether it is. */
bool rv_future_is_woken(struct rv_explorer *x, rv_tid thread, const struct rv_event *last,
                        bool stops);

#endif
