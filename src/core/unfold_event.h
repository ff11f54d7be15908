/*
 * Events of the unfolding (Quasi-Optimal POR, definition 1): an action after a history. The events
 * of one execution are in the trace; these are what several executions have in common. Each is
 * stored once, and as long as something refers to it.
 *
 * The events of a thread form a tree: the parent of an event is the one before it in its thread,
 * and what is not on one branch is in conflict. tmax(e, i) is the last event of thread i that
 * happens before e, for every i (definition 7). That is e's history, so it is also e's name.
 */
#ifndef RAVEL_CORE_UNFOLD_EVENT_H
#define RAVEL_CORE_UNFOLD_EVENT_H

#include "core/memory.h"

struct rv_prime {
  rv_tid thread;
  uint32_t choice;
  uint32_t depth;  /* in the tree of its thread; the first event has 1 */
  uint32_t refs;   /* from events it happens before, the trace, and sets of conflicts */
  uint64_t number; /* causes have smaller ones */
  uint64_t rival;  /* the frame (unfold.h) among whose rivals it was entered last */
  uint64_t hash;
  struct rv_op op;         /* as executed after this history */
  uint64_t footprint;      /* of op (dependence.h) */
  struct rv_prime *skip;   /* an ancestor in the tree of its thread, see rv_prime_ancestor() */
  struct rv_prime *bucket; /* the next with the same hash */
  uint32_t n;              /* entries of tmax: threads beyond have none */
  struct rv_prime *tmax[]; /* that of its own thread is its parent */
};

struct rv_primes {
  struct rv_pool pool;
  struct rv_prime **table;
  uint64_t capacity; /* a power of two */
  uint64_t n, most;  /* events now, and at most */
  uint64_t made;
};

void rv_primes_init(struct rv_primes *primes, const struct rv_memory *memory);
void rv_primes_clear(struct rv_primes *primes);

/* The event of this thread after a history; `tmax` has no NULL at its end. NULL if it is not
 * there. */
struct rv_prime *rv_prime_find(const struct rv_primes *primes, rv_tid thread, uint32_t choice,
                               struct rv_prime *const *tmax, uint32_t n);

/* The same; if it is not there, it is made. One more reference to it. */
struct rv_prime *rv_prime_intern(struct rv_primes *primes, rv_tid thread, uint32_t choice,
                                 struct rv_prime *const *tmax, uint32_t n, const struct rv_op *op);

/* One reference less. What nothing refers to any more is removed. */
void rv_prime_release(struct rv_primes *primes, struct rv_prime *prime);

/* The last event of a thread in [e]. */
static inline struct rv_prime *rv_prime_last(struct rv_prime *e, rv_tid thread) {
  return thread == e->thread ? e : thread < e->n ? e->tmax[thread] : NULL;
}

static inline struct rv_prime *rv_prime_parent(const struct rv_prime *e) {
  return e->thread < e->n ? e->tmax[e->thread] : NULL;
}

/* Threads from this number on have no event in [e]. */
static inline rv_tid rv_prime_threads(const struct rv_prime *e) {
  return e->n > e->thread ? e->n : e->thread + 1;
}

/* q(e, depth) of section 5.2: the ancestor of e, or e, that has this depth; NULL for 0. */
struct rv_prime *rv_prime_ancestor(struct rv_prime *e, uint32_t depth);

/* e is in [f] (theorem 6). */
static inline bool rv_prime_in(const struct rv_prime *e, struct rv_prime *f) {
  struct rv_prime *const last = rv_prime_last(f, e->thread);
  return last && last->depth >= e->depth && rv_prime_ancestor(last, e->depth) == e;
}

#endif
