/*
 * Brute force: every interleaving of a small program, and from them the exact set of its
 * Mazurkiewicz traces. Nothing here is shared with the explorer that it judges: dependence and
 * happens-before are written once more, in the plainest way.
 */
#ifndef RAVEL_TEST_ORACLE_BRUTE_H
#define RAVEL_TEST_ORACLE_BRUTE_H

#include <stddef.h>

#include "machine.h"

/* One step of an interleaving. */
struct pick {
  uint8_t thread, choice;
};

/* What makes two interleavings the same trace. */
struct equivalence {
  bool main_runs;   /* main has made a step before its first one: to leave it is a preemption */
  bool symmetry;    /* what symmetric threads do, any of them may do: a trace and what it is with
                     * these threads renamed are the same */
  bool observers;   /* stores that nothing reads are not ordered among themselves */
  uint64_t awaited; /* bytes that some thread waits on: they are read all the time */
  unsigned written; /* variables that are written; those that overlap others are ordered always */
};

/* A trace is named by its lexicographic normal form: of all its interleavings the one that takes
 * the lowest thread whenever it can. */
struct trace_name {
  unsigned n;
  struct pick pick[MAX_EVENTS];
  bool stuck;           /* it ends in a deadlock */
  unsigned preemptions; /* of that of its interleavings which has the fewest */
  struct machine last;  /* the state in which it ends */
};

struct trace_set {
  struct trace_name *at;
  size_t n, capacity;
  uint64_t interleavings[MAX_EVENTS]; /* of brute force, by their preemptions */
};

/* The normal form of an interleaving. */
void trace_name(const struct program *p, const struct equivalence *equivalence,
                const struct pick *pick, unsigned n, struct trace_name *name);

/* How many of a set's traces take no more preemptions; and whether a set is all of another's traces
 * that take no more preemptions. */
unsigned trace_set_within(const struct trace_set *set, unsigned preemptions);
bool trace_set_is_within(const struct trace_set *set, const struct trace_set *all,
                         unsigned preemptions);

/* Whether all traces of a set are among those of another. */
bool trace_set_is_part(const struct trace_set *set, const struct trace_set *all);

/* Adds a name; false if it was there already. Sets are kept sorted. */
bool trace_set_add(struct trace_set *set, const struct trace_name *name);
bool trace_set_equal(const struct trace_set *a, const struct trace_set *b);
void trace_set_free(struct trace_set *set);

/* All traces, but for those with iterations that are not to be explored (enum loops). Returns the
 * number of interleavings, or 0 when there are more than `most`. Says in `equivalence` what is
 * awaited. */
uint64_t brute_force(const struct program *p, struct equivalence *equivalence, uint64_t most,
                     struct trace_set *traces);

#endif
