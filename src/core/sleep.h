/*
 * Sleep sets. The sleep set of a state holds the threads that need not be explored from there,
 * each with the operation it made when it was: a compare-and-swap that failed then is a read, and
 * stays one as long as only independent operations are made.
 *
 * Sets are lists that share their tails; a set that a step leaves as it was is the same list.
 */
#ifndef RAVEL_CORE_SLEEP_H
#define RAVEL_CORE_SLEEP_H

#include "core/trace.h"

struct rv_sleeper {
  rv_tid thread;
  uint32_t choice;
  struct rv_op op;
  uint64_t footprint;
  uint8_t verdict; /* what it is taken for (dependence.h) */
  uint8_t doze;    /* enum rv_doze, with observers (redundancy.h); otherwise it sleeps */
  uint64_t since; /* the number of events before the state whose done set it is in (redundancy.h) */
  bool context;   /* it sleeps because of the context: another order reaches the same states
                   * (context.h) */
  const struct rv_sleeper *next;
};

static inline struct rv_act rv_sleeper_act(const struct rv_sleeper *sleeper) {
  return (struct rv_act){&sleeper->op, sleeper->verdict};
}

/* The set with one more thread, and the step it made. */
struct rv_sleeper *rv_sleep_add(const struct rv_sleeper *set, const struct rv_event *made,
                                struct rv_arena *arena);

/* {q in Sleep | E |- p <> q}: the members that are still asleep after a step
 * (Algorithm 1, line 10; Algorithm 2, line 17). */
const struct rv_sleeper *rv_sleep_after(const struct rv_sleeper *set, const struct rv_event *made,
                                        struct rv_arena *arena);

/* Whether a thread sleeps and need not be explored. */
static inline bool rv_sleeps(const struct rv_sleeper *set, rv_tid thread) {
  while (set && (set->doze || set->thread != thread))
    set = set->next;
  return set != NULL;
}

/* Removes the members from a set of threads; says how many of them it held. */
unsigned rv_sleep_remove(const struct rv_sleeper *set, uint64_t *threads, size_t words);

#endif
