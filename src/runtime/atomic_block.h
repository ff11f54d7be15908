/*
 * Atomic blocks: ravel_atomic { }, __VERIFIER_atomic_begin() to __VERIFIER_atomic_end(), and
 * functions whose names begin with __VERIFIER_atomic_. All that a block does is one step, whose
 * accesses are known when it has been made.
 *
 * To the detection of data races every access in a block is a sequentially consistent atomic one:
 * blocks synchronise where they touch the same memory, and only there.
 */
#ifndef RAVEL_RUNTIME_ATOMIC_BLOCK_H
#define RAVEL_RUNTIME_ATOMIC_BLOCK_H

#include "runtime/runtime.h"

/* Blocks may be nested: the outermost counts. */
void atomic_block_begin(uint64_t pc, void *frame);
void atomic_block_end(uint64_t pc);

static inline bool in_atomic_block(void) {
  return unlikely(rt.plain == PLAIN_IN_BLOCK);
}

/* The current thread, in a block, is about to make the operation that is pending for it. */
void atomic_block_operation(uint64_t pc, void *frame);

/* A plain access in a block. */
void atomic_block_plain(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *frame);

/* The thread does not go on in this step: its block ends where it is. */
void atomic_block_leave(void);

/* An assumption fails in it: it has not been made. */
void atomic_block_cut(uint64_t pc, void *frame);

_Noreturn void atomic_block_refuse(const char *what, uint64_t pc, void *frame);

/* Functions that are blocks by their names. */
void atomic_functions_init(void);
bool in_assumption(uint64_t pc); /* in SV-COMP's assume_abort_if_not() */

extern bool atomic_functions_exist;

/* Calls under way in a block that is a function; 0: it was begun otherwise. */
extern uint32_t atomic_block_calls;

void atomic_function_entry(uint64_t pc, void *frame);
void atomic_function_exit(uint64_t pc);

#endif
