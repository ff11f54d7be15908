/*
 * What conflicts with an await: the events that it could come before, and for each of these the
 * later ones that could come before it all the same.
 *
 * Both are found from where the await and the event are in the histories of the objects, and no
 * further than to events that all the rest is known to happen before or after. So it does not
 * matter how long the execution is.
 */
#ifndef RAVEL_CORE_AWAIT_TOUCHES_H
#define RAVEL_CORE_AWAIT_TOUCHES_H

#include "core/exploration.h"
#include "core/ideal.h"

/* What an event that conflicts with an await does to its condition. */
enum rv_await_effect {
  RV_LOOKS,   /* nothing */
  RV_ENABLES, /* it can make it true, and not false */
  RV_CHANGES,
};

struct rv_await_touch {
  const struct rv_event *event;
  enum rv_await_effect effect;
};

/* A range that the await accesses or that overlaps one. */
struct rv_await_place {
  struct rv_object *object;
  enum rv_class class; /* of the await's access */
  uint32_t known;      /* so many of the object's visits the thread knows, and perhaps others */
};

/* An await of a thread that knows so much, and the events before it that conflict with it and that
 * it doesn't know. */
struct rv_await {
  rv_tid thread;
  const struct rv_event *made; /* NULL: the thread still waits */
  struct rv_op memory;         /* M */
  bool varies;                 /* what is accessed, and how, depends on the state */
  uint32_t events;             /* that the thread has made before */
  const struct rv_clock *knows;
  uint64_t arrived;  /* the thread stands before it when E has this many events, */
  uint64_t position; /* and until E has this many */
  struct rv_await_place *places;
  uint32_t n_places;
  struct rv_await_touch *touches; /* in the order of E */
  uint32_t n_touches, capacity;
};

/* Which of the conflicting events after e, that do not happen after it, are in u. Those that can
 * not disable the await are, unless they happen after one that is not. */
struct rv_await_cut {
  struct rv_ideal events; /* those in question, */
  enum rv_await_effect *effects;
};

/* Finds the touches of an await, for all that it is known to access: every e (Algorithm 5, line 3;
 * Algorithm 6, line 8). The array is the pool's. */
void rv_await_find_touches(struct rv_explorer *x, struct rv_await *await);

/* The largest cut for one e (Algorithm 5, lines 4 and 5; Algorithm 6, lines 9 and 10). `rest`
 * becomes, if it is less, the position of the last event that the answer rests on: as long as it is
 * there, no other execution has more. */
void rv_await_find_cut(struct rv_explorer *x, const struct rv_await *await,
                       const struct rv_event *e, struct rv_await_cut *cut, uint64_t *rest);

#endif
