/*
 * What the events of the trace have accessed: for every range of bytes the last accesses of it.
 *
 * A range that is accessed with one address and one size is found by one lookup. A range has links
 * to the ranges that it overlaps, from when it is first seen.
 */
#ifndef RAVEL_CORE_OBJECTS_H
#define RAVEL_CORE_OBJECTS_H

#include "core/dependence.h"
#include "core/memory.h"

struct rv_event;

/* Classes whose members do not conflict with each other: all of them since the last event that
 * conflicts with everything are kept. */
enum { RV_SHARED_CLASSES = RV_CLASSES - RV_CLASS_READ };

struct rv_shared {
  const struct rv_visit *last[RV_SHARED_CLASSES];
};

/* One event that accessed an object, the one before it in the same list, and the last of all that
 * accessed the object before. */
struct rv_visit {
  const struct rv_event *event;
  struct rv_object *object;
  const struct rv_visit *before, *previous;
  enum rv_class class;
  uint32_t length;             /* of the list from here on, at most */
  struct rv_visit *next;       /* of the same event */
  struct rv_shared replaced;   /* what the object had, if the event conflicts with everything; */
  const struct rv_visit *head; /* or in the list that the event is in */
};

/* The first visits of an object in order, as far as they were asked for. Consecutive visits of one
 * class are a run. */
struct rv_history {
  struct {
    const struct rv_visit *visit;
    uint32_t begin; /* of the run that it is in, */
    uint32_t end;   /* and if it is the first of its run */
  } * at;
  uint32_t n, capacity;
};

struct rv_object {
  uint64_t addr;
  uint32_t size;
  uint32_t level;               /* its size is at most two to this power */
  const struct rv_visit *total; /* the events that conflict with everything, the last first */
  struct rv_shared shared;      /* the events since, by class */
  const struct rv_visit *last;  /* whatever it did, */
  uint32_t visits;              /* how many there are */
  struct rv_history history;    /* and the first of them (rv_history_from()) */
  struct rv_overlap *overlaps;
  struct rv_object *next_in_level;
  const struct rv_touch *touches; /* all events that accessed it, the last first (unfold.h) */
  const struct rv_object *linked; /* the last new object that it was found to overlap */
  bool awaited, written;          /* threads wait on it; it is not only read (observers.h) */
  rv_tid storing;                 /* the number of a thread that stores to it, from 1 */
  bool matters;                   /* what is read there makes a difference (indifference.h) */
  bool ordered;                   /* and so does the order of all accesses (dependence.h) */
  struct rv_future *future;       /* the threads that access it, and until when (future.h) */
  bool message;                   /* it stands for a message or a mailbox (dependence.h) */
  uint8_t with;                   /* the number, among the accesses of the store, of that to it */
  uint64_t pass, store;           /* its last store in a sequence, and which sequence that was */
};

struct rv_overlap {
  struct rv_object *object;
  struct rv_overlap *next;
};

struct rv_objects {
  struct rv_arena arena;
  struct rv_pool pool;
  struct rv_object **table; /* by address and size */
  uint64_t n, capacity;     /* a power of two */

  /* To find what overlaps: objects by level, and by the aligned pieces (of the size that goes with
   * the level) that they touch. */
  struct rv_overlap **pieces;
  uint64_t levels; /* in use, as bits */
  struct rv_object *in_level[33];
  uint64_t count_in_level[33];
};

/* Whether threads wait on it, or on part of it. */
static inline bool rv_is_awaited(const struct rv_object *object) {
  bool awaited = object->awaited;
  for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
    awaited |= o->object->awaited;
  return awaited;
}

/* The last visit that conflicts with an access of this class. */
static inline const struct rv_visit *rv_last_conflicting(const struct rv_object *object,
                                                         enum rv_class class) {
  if (class < RV_CLASS_READ)
    return object->last;
  const struct rv_visit *last = object->total;
  for (unsigned i = 0; i < RV_SHARED_CLASSES; i++) {
    const struct rv_visit *const v = object->shared.last[i];
    if (v && class != RV_CLASS_READ + i && (!last || last->event < v->event))
      last = v;
  }
  return last;
}

void rv_objects_init(struct rv_objects *objects, const struct rv_memory *memory);
struct rv_object *rv_object_find(struct rv_objects *objects, uint64_t addr, uint32_t size);

/* Makes object->history complete, and finds in it the first that is made by an event or a later
 * one. What is there already is not made again. */
uint32_t rv_history_from(struct rv_objects *objects, struct rv_object *object,
                         const struct rv_event *event);

/* The end of the run that the i-th is in. */
static inline uint32_t rv_history_run(const struct rv_history *history, uint32_t i) {
  const uint32_t end = history->at[history->at[i].begin].end;
  return end < history->n ? end : history->n;
}

#endif
