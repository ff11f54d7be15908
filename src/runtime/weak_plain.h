/*
 * Plain accesses that are events of execution graphs: --races=interleave under tso, pso and sc. The
 * access itself comes after its hook. So what a load is to find is put into memory for the rest of
 * the step, and what a store has left there is taken from it when the step ends; then memory has
 * what is last in the modification order again.
 */
#ifndef RAVEL_RUNTIME_WEAK_PLAIN_H
#define RAVEL_RUNTIME_WEAK_PLAIN_H

#include "runtime/runtime.h"

/* Whether plain accesses may be events now. As long as there is one thread they need not be. */
static inline bool weak_plain_is_interleaved(void) {
  return rt.races == RACES_INTERLEAVE && rt.high > 1 && !rt.solo;
}

/* A plain access to memory that others access too is about to happen. False: it is executed as
 * under sc. */
bool weak_plain_interleaves(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *entry);

/* A step ends: the access has happened. */
void weak_plain_ends(void);

#endif
