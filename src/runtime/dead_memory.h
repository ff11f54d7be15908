/*
 * Memory that is written in every iteration of a loop before anybody reads it: what it holds when
 * the thread comes to the beginning of an iteration makes no difference. The `next` of a node that
 * is not yet in the list is such.
 *
 * That it is so is a guess, made when a thread comes round and all but this is as it was. It is
 * known for good (a mark), and the exploration begins again. From then on, whenever the thread
 * stands there, it must be overwritten before it is read, by whoever it is. The first time it is
 * read instead, the guess is known to be wrong, and the exploration begins again once more.
 */
#ifndef RAVEL_RUNTIME_DEAD_MEMORY_H
#define RAVEL_RUNTIME_DEAD_MEMORY_H

#include "runtime/runtime.h"

void dead_memory_import(uint64_t mark);

/* The thread has come round to pc, where this range is not as it was. Is it dead there? If nothing
 * is known, it is from the next beginning of the exploration on. */
bool dead_memory_is(rv_tid thread, uint64_t pc, const struct rv_access *range);

/* The thread stands there: what is dead is not to be read. */
void dead_memory_arm(rv_tid thread, uint64_t pc);
bool dead_memory_is_armed(void);

/* A thread accesses memory, as a hook has said that returns to pc; 0: it was no hook. */
void dead_memory_access_slowly(rv_tid thread, const struct rv_access *access, uint64_t pc);
static inline void dead_memory_access(rv_tid thread, const struct rv_access *access, uint64_t pc) {
  if (unlikely(dead_memory_is_armed()))
    dead_memory_access_slowly(thread, access, pc);
}

/* Code of which nothing is known is about to run: it may read anything. */
void dead_memory_may_be_read(void);

void dead_memory_reset(void);
void dead_memory_pieces(void);

#endif
