/*
 * Which thread comes first where context counts (context.h): one after which more has to come.
 *
 * If u.e'.e is a don't-do sequence, all that is in u is explored a second time on the way to e'. So
 * two steps that reach the same state in both orders had better come right after each other. The
 * height of a thread is how many steps follow from its first one, by creation, by joins and in the
 * same thread. Two steps that end the same computations have the same height, and where higher
 * threads come first, what happens before either of them comes before both. Heights are those of
 * the first execution, if it has such a race with a u: they are facts, and the search begins again.
 */
#ifndef RAVEL_CORE_HEIGHT_H
#define RAVEL_CORE_HEIGHT_H

#include "core/exploration.h"

/* Adds the heights of all threads in the trace to the facts. */
void rv_heights_found(struct rv_explorer *x);

struct rv_heights {
  bool read;    /* from the facts */
  uint16_t *of; /* each thread */
};

void rv_heights_make(struct rv_heights *heights, const struct rv_memory *memory);

/* Leaves the highest of a set of threads, if their heights are known. */
void rv_heights_keep(struct rv_explorer *x, struct rv_heights *heights, uint64_t *threads,
                     size_t words);

#endif
