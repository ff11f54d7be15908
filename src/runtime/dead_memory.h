/*
 * Memory that every iteration of a loop writes before any thread reads it: its contents at the
 * beginning of an iteration are dead. An example is the `next` field of a node that is not yet in
 * the list.
 *
 * This is a guess. It is made when a thread has completed an iteration and only this memory
 * differs. The guess is a permanent mark, and the exploration begins again. From then on, whenever
 * the thread is at that place, the memory must be overwritten before any thread reads it. The first
 * read refutes the guess, and the exploration begins again without it.
 */
#ifndef RAVEL_RUNTIME_DEAD_MEMORY_H
#define RAVEL_RUNTIME_DEAD_MEMORY_H

#include "runtime/runtime.h"

void dead_memory_import(uint64_t mark);

/* The thread has completed an iteration at pc, and this range differs. Whether the range is dead
 * there. If nothing is known, it is guessed to be dead when the exploration next begins. */
bool dead_memory_is(rv_tid thread, uint64_t pc, const struct rv_access *range);

/* The thread is at that place: dead memory must not be read before it is written. */
void dead_memory_arm(rv_tid thread, uint64_t pc);
bool dead_memory_is_armed(void);

/* A thread accesses memory, as a hook has said that returns to pc; 0: it was no hook. */
void dead_memory_access_slowly(rv_tid thread, const struct rv_access *access, uint64_t pc);
static inline void dead_memory_access(rv_tid thread, const struct rv_access *access, uint64_t pc) {
  if (unlikely(dead_memory_is_armed()))
    dead_memory_access_slowly(thread, access, pc);
}

/* Unknown code is about to run: it may read anything. */
void dead_memory_may_be_read(void);

void dead_memory_reset(void);
void dead_memory_pieces(void);

#endif
