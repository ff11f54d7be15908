/*
 * v = notdep(e, E).e': what to run from pre(E, e) so that e' comes before e.
 *
 * notdep(e, E) are the events after e that do not happen after e, in the order of E (J. ACM,
 * section 3.3). The sequence is made as it is read, since most readers stop early. In it e' stands
 * where it stands in E: what comes later and depends on e' also happens after e, and is not in v.
 * (There is one exception: a compare-and-swap that failed in E and will succeed comes last.)
 */
#ifndef RAVEL_CORE_SEQUENCE_H
#define RAVEL_CORE_SEQUENCE_H

#include "core/clock.h"
#include "core/dependence.h"

/* e': an event of E, or a step that a thread was about to make when E ended. */
struct rv_late {
  rv_tid thread;
  uint32_t choice;
  uint32_t events;                 /* that its thread makes before it */
  uint64_t position;               /* in E; its length, if the step was not made; that of e, if it
                                    * can come first in v */
  struct rv_op op;                 /* as it will be when it is made before e */
  bool changed;                    /* it is not what it was in E: clock is what its thread knew, */
  bool grown;                      /* and it writes, which it did not do in E */
  const struct rv_clock *clock;    /* what it knows, but for e and what happens after e */
  uint64_t since;                  /* it could be made when E had this many events */
  const struct rv_event *made;     /* the event of E that it was, if it was one */
  const struct rv_event **without; /* events of notdep(e, E) that are to be left out of v, */
  uint32_t n_without;              /* with all that happens after them */
};

/* A step of v. A removed step is a tombstone: RV_NO_THREAD, empty footprint. */
struct rv_item {
  rv_tid thread;
  uint32_t choice;
  uint32_t index;     /* in its thread */
  uint32_t position;  /* in E */
  bool needed;        /* to be kept when v is cut down (wakeup.c) */
  struct rv_act act;  /* what it does, and is taken for */
  uint64_t footprint; /* of the operation (dependence.h) */
  const struct rv_clock *clock;
};

struct rv_sequence {
  const struct rv_trace *trace;
  const struct rv_event *e;
  const struct rv_late *late; /* to be kept by whoever began v */
  bool late_given;            /* e' is among the items */
  uint64_t at, end;           /* events still to be looked at */
  uint64_t unused;            /* events skipped since the last one that was taken */
  uint64_t closed;            /* of the first 64 threads, those of which all events from here on
                               * happen after e */
  struct rv_item *items;
  uint32_t n, capacity;
  struct rv_pool *pool; /* of the items; the array is kept for the next sequence */

  /* Where a search begins: the first item with each bit of a footprint, and the first item of a
   * thread with each remainder. Valid where a bit is set. */
  uint64_t footprint, threads;
  uint32_t first_touching[64], first_of_thread[64];
};

/* v for e and e', from the events before `end` (and e'). */
void rv_sequence_begin(struct rv_sequence *v, const struct rv_trace *trace,
                       const struct rv_event *e, const struct rv_late *late, uint64_t end);

/* Makes one more item; false if there is none. */
bool rv_sequence_extend(struct rv_sequence *v);

/* The i-th step of v, where the steps before have been read; NULL past the end. Valid until the
 * next one is read. */
static inline struct rv_item *rv_sequence_at(struct rv_sequence *v, uint32_t i) {
  return i < v->n || rv_sequence_extend(v) ? &v->items[i] : NULL;
}

static inline struct rv_acts rv_sequence_acts(const struct rv_sequence *v) {
  return (struct rv_acts){&v->items->act, sizeof *v->items, v->n};
}

static inline void rv_item_take(struct rv_item *item) {
  static const struct rv_op none = {.kind = RV_OP_NONE};
  item->thread = RV_NO_THREAD;
  item->footprint = 0;
  item->act = (struct rv_act){&none, 0};
}

/* v without anything, to be appended to. */
void rv_sequence_clear(struct rv_sequence *v, const struct rv_trace *trace);

/* Appends an event that is not in notdep(e, E), with what it does there. */
void rv_sequence_append(struct rv_sequence *v, const struct rv_event *event,
                        const struct rv_op *op);

/* Appends a step of another sequence. */
void rv_sequence_append_item(struct rv_sequence *v, const struct rv_item *item);

/* Where e' is not what it was in E: marks as needed what happens before it in v, but not in E. */
void rv_sequence_need_late(struct rv_sequence *v);

/* How a step in front of v relates to v. */
enum rv_relation { RV_INITIAL, RV_INDEPENDENT, RV_DEPENDENT };

/* The same as below; the steps before the i-th are known to be independent and of other threads. */
enum rv_relation rv_relation_from(struct rv_sequence *v, uint32_t i, rv_tid thread, uint32_t choice,
                                  struct rv_act act, uint64_t conflicting, uint32_t *where);

/* A thread and what it does in pre(E, e), against v (Lemma 4.2). RV_INITIAL: it is in I(v), its
 * step is the `*where`-th. RV_INDEPENDENT: it is not in v and p <> v, so it is in WI(v).
 * RV_DEPENDENT: the `*where`-th step depends on it; two values of one choice exclude each other and
 * so depend on each other. */
static inline enum rv_relation rv_sequence_relation(struct rv_sequence *v, rv_tid thread,
                                                    uint32_t choice, struct rv_act act,
                                                    uint64_t footprint, uint32_t *where) {
  /* Of the steps that have been read, those before `first` are of other threads and independent. */
  const uint64_t conflicting = rv_conflicting_footprint(footprint);
  uint32_t first = v->threads >> thread % 64 & 1 ? v->first_of_thread[thread % 64] : v->n;
  for (uint64_t common = conflicting & v->footprint; common; common &= common - 1) {
    const uint32_t touching = v->first_touching[__builtin_ctzll(common)];
    first = first < touching ? first : touching;
  }
  if (first < v->n && v->items[first].thread == thread && v->items[first].choice == choice &&
      !act.verdict) {
    *where = first;
    return RV_INITIAL;
  }
  return rv_relation_from(v, first, thread, choice, act, conflicting, where);
}

/* Whether the i-th step of v is in I(v). */
static inline bool rv_is_initial(struct rv_sequence *v, uint32_t i) {
  const struct rv_item *const item = &v->items[i];
  uint32_t where;
  return rv_sequence_relation(v, item->thread, item->choice, item->act, item->footprint, &where) ==
             RV_INITIAL &&
         where == i;
}

#endif
