/*
 * What conflicts with an await: the events that it could be reordered before, and for each of these
 * the later events that could still precede it.
 *
 * Both are found from the places of the await and the event in the histories of the objects. The
 * search stops at events that order all the rest. So the cost does not depend on the length of the
 * execution.
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
  uint32_t known;      /* the thread's clock has at least this many of the object's visits */
};

/* An await, the clock of its thread, and the earlier events that conflict with it and are not in
 * that clock. */
struct rv_await {
  rv_tid thread;
  const struct rv_event *made; /* NULL: the thread still waits */
  struct rv_op memory;         /* M */
  bool varies;                 /* the accesses and their modes depend on the state */
  uint32_t events;             /* that the thread has made before */
  const struct rv_clock *knows;
  uint64_t arrived;  /* the thread stands before it when E has this many events, */
  uint64_t position; /* and until E has this many */
  struct rv_await_place *places;
  uint32_t n_places;
  struct rv_await_touch *touches; /* in the order of E */
  uint32_t n_touches, capacity;
};

/* Which of the conflicting events after e that do not happen after it are in u. Events that cannot
 * disable the await are in u, unless they happen after an event that is not. */
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
