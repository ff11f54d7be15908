/*
 * Where each thread stands in a state: the place in the program, the pending operation, for whose
 * end it waits; and which mutexes are held. It is kept with the state, as the system has gone on
 * when it is asked for again.
 */
#ifndef RAVEL_CORE_STAND_H
#define RAVEL_CORE_STAND_H

#include "core/exploration.h"

struct rv_stand {
  rv_tid thread;
  rv_tid joins;   /* whose end it waits for, or RV_NO_THREAD */
  uint64_t place; /* the system's; 0: unknown */
  uint32_t node;  /* what is known of the place (flow.h) */
  struct rv_op op;
};

/* A mutex that a thread holds. Lists share their tails. */
struct rv_held {
  rv_tid thread;
  uint64_t addr;
  const struct rv_held *next;
};

struct rv_stands {
  uint64_t version; /* of what was known when the state was last looked at (persistent.h) */
  const struct rv_held *held;
  rv_tid n;
  struct rv_stand *at[]; /* by thread; NULL: it can make no step any more, or not yet */
};

/* Whether the system says enough of its threads. */
static inline bool rv_stands_are_known(const struct rv_explorer *x) {
  return x->system->place && x->system->joins;
}

/* Of the present state; `before`: of the state before the last event, NULL if there is none. */
struct rv_stands *rv_stands_look(struct rv_explorer *x, const struct rv_stands *before);

static inline struct rv_stand *rv_stand_of(const struct rv_stands *stands, rv_tid thread) {
  return thread < stands->n ? stands->at[thread] : NULL;
}

/* Who holds a mutex, or RV_NO_THREAD. */
rv_tid rv_holder(const struct rv_stands *stands, uint64_t addr);

#endif
