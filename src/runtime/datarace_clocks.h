/*
 * Happens-before by vector clocks that follow C11: inside datarace, between clocks and cells.
 */
#ifndef RAVEL_RUNTIME_DATARACE_CLOCKS_H
#define RAVEL_RUNTIME_DATARACE_CLOCKS_H

#include "runtime/datarace.h"

/* A component for every thread, counted from the beginning of the execution: 0 for a thread that
 * nothing is known of. Those from `length` on are 0 and need no memory. */
struct vector_clock {
  uint32_t length, capacity;
  uint32_t *at;
};

struct datarace_thread {
  struct vector_clock now;    /* what happened before the thread's next operation */
  struct vector_clock fenced; /* what happened before its last release fence */
  struct vector_clock
      unfenced; /* what an acquire fence will add: released, read by relaxed loads */
};

extern struct datarace_thread datarace_threads[DATARACE_MAX_THREADS];
extern uint64_t datarace_beginning; /* clocks of earlier executions are at most this */
extern uint32_t datarace_execution; /* its number, never 0 */

/* True: clocks begin from 0 again, and everything that was ever recorded must be forgotten. */
bool clocks_reset(void);
void clocks_forget(uint64_t addr, uint64_t size);

/* The two halves of an atomic operation. Its access lies between them: after what it acquires,
 * before what it releases. */
void clocks_load(rv_tid thread, uint64_t addr, int order);
void clocks_store(rv_tid thread, uint64_t addr, int order);
void clocks_update(rv_tid thread, uint64_t addr, int order); /* of a read-modify-write */

/* Does what `other` did at `clock` happen before what `thread` does next? */
static inline bool clocks_ordered(rv_tid other, uint64_t clock, rv_tid thread) {
  const struct vector_clock *now = &datarace_threads[thread].now;
  int64_t known = other < now->length ? now->at[other] : 0;
  return (int64_t)(clock - datarace_beginning) <= known;
}

#endif
