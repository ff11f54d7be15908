/*
 * Quasi-Optimal POR: what the parts of unfold share.
 *
 * The trace is the configuration C, in the order of its exploration. Each of its events is also an
 * event of the unfolding (unfold_event.h). An event of the trace has rivals: the conflicting
 * extensions of C that are in conflict with it and with no event before it (unfold_extensions.h).
 * When the search goes back over an event, the event joins D, with its rivals. These are what an
 * alternative is made of (unfold_alternative.h).
 *
 * So the rivals of the events in C and D, with their histories, are the set U, and what is not
 * among them is removed: it is not in Q_{C,D}.
 */
#ifndef RAVEL_CORE_UNFOLD_H
#define RAVEL_CORE_UNFOLD_H

#include "core/seen.h"
#include "core/unfold_event.h"

struct rv_rival {
  struct rv_prime *prime;
  struct rv_rival *next;
};

/* Rivals of an event that fit: they form a configuration with C, without an event of D that was
 * there when C was reached. Their footprints cover what happens before them and was not in C when
 * the event joined D. */
struct rv_fitting {
  struct rv_prime *prime;
  uint64_t footprint;
};

struct rv_rivals {
  uint32_t users, capacity, n;
  struct rv_fitting at[];
};

/* A member of D that is enabled in a state. The others are in conflict with C and are ignored. */
struct rv_disabled {
  struct rv_prime *prime;
  struct rv_rivals *rivals;   /* that fit in this state; NULL: not yet found out */
  struct rv_disabled *before; /* the same in the state before; NULL: it was disabled here */
  struct rv_disabled *after;  /* on the way from one to another: the same in the state after */
  uint64_t position;          /* of the state */
  struct rv_disabled *next;
};

/* One access of an object by an event of the trace, and the access before it. */
struct rv_touch {
  const struct rv_event *event;
  enum rv_class class;
  struct rv_object *object;
  const struct rv_touch *before;
};

/* What goes with an event of the trace. */
struct rv_frame {
  uint64_t number; /* no other frame has or had the same */
  struct rv_prime *prime;
  struct rv_rival *rivals;
  struct rv_touch *touches; /* n_touches of them */
  uint32_t n_touches;
  uint64_t varying; /* positions up to and including this one: the last whose operation might have
                     * done something else, plus one */
  uint64_t arena_top;
};

/* For each operation of each thread, how far its extensions are known: for the first `length`
 * events of the trace, as that was in this execution. */
struct rv_mark {
  uint64_t execution, length;
  bool several; /* what it accesses may be different in different states */
};

struct rv_marks {
  struct rv_mark *at;
  uint32_t capacity;
};

/* Events of the trace, and room for more. */
struct rv_list {
  const struct rv_event **at;
  uint32_t n, capacity;
};

/* The length of what an execution has in common with those before; the lengths grow with the
 * executions, as others are forgotten. */
struct rv_floor {
  uint64_t execution, length;
};

struct rv_unfold {
  struct rv_primes primes;
  struct rv_pool pool;
  struct rv_arena arena; /* touches */
  struct rv_frame *frames;
  uint64_t n; /* frames in use */
  uint64_t n_numbers;
  uint64_t execution;
  struct rv_marks *marks; /* by thread */
  struct rv_floor *floors;
  uint64_t n_floors;

  struct rv_list changers, lookers; /* of the site that is looked at (unfold_site.h) */
  struct rv_prime **vector;         /* scratch, as long as there are threads */
  struct rv_prime **plan;           /* the rest of the alternative: A of Explore(C, D, A) */
  uint32_t planned, n_plan, capacity_plan;
};

/* x->own. */
static inline struct rv_unfold *rv_unfold(const struct rv_explorer *x) {
  return x->own;
}

/* The part of a state: D, as far as it is enabled there. */
struct rv_unfold_part {
  struct rv_awaits awaits;
  struct rv_disabled *disabled;
};

static inline struct rv_disabled **rv_disabled(const struct rv_state *state) {
  return &RV_PART(struct rv_unfold_part, state)->disabled;
}

/* With U empty (CAV's Algorithm 1, lines 1 and 2). */
void *rv_unfold_make(const struct rv_memory *memory, const struct rv_options *options);

/* Forgets everything. */
void rv_unfold_clear(struct rv_explorer *x);

/* An execution has ended that has the first u->n events in common with the one before. */
void rv_unfold_begin(struct rv_unfold *u);

/* Enters the next event of the trace; takes out the last one, which joins D. */
void rv_unfold_push(struct rv_explorer *x);
void rv_unfold_pop(struct rv_explorer *x, struct rv_disabled *disabled);

/* The event of the unfolding that the thread makes after what the clock knows of the trace, as a
 * vector of tmax in u->vector. Returns its length. */
uint32_t rv_unfold_history(struct rv_explorer *x, const struct rv_clock *knows, rv_tid thread,
                           uint32_t events);

#endif
