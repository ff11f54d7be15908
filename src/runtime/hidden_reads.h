/*
 * Reads that are no events, of memory that is stored to in events: plain reads of what is otherwise
 * atomic, what realloc() copies and functions of libc read, and whatever exit handlers read. The
 * explorer does not see them, so with observers it must not be told that such stores are blind. The
 * first time one is met, the exploration begins again.
 */
#ifndef RAVEL_RUNTIME_HIDDEN_READS_H
#define RAVEL_RUNTIME_HIDDEN_READS_H

#include "runtime/runtime.h"

uint32_t hidden_reads_store(uint64_t addr, uint64_t size);
void hidden_reads_note(uint64_t addr, uint64_t size);
void hidden_reads_import(uint64_t mark);

/* Code that nothing is known of is about to run: it may read anything, so no store is blind. */
void hidden_reads_anywhere(void);

/* The flag of an event that stores to this range and looks at nothing that it overwrites. */
static inline uint32_t blind_store(uint64_t addr, uint64_t size) {
  return unlikely(rt.observers) ? hidden_reads_store(addr, size) : 0;
}

/* The current thread reads this, and it is no event. */
static inline void hidden_read(uint64_t addr, uint64_t size) {
  if (unlikely(rt.observers))
    hidden_reads_note(addr, size);
}

#endif
