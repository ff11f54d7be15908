/*
 * Operations of which is known only when their step ends whether they have written anything, under
 * a weak memory model: instructions of inline assembly that update memory, and operations on
 * objects that may fail or that only look at them. One that has changed nothing is a load to loops
 * (weak_loop.h).
 */
#ifndef RAVEL_RUNTIME_WEAK_UNDECIDED_H
#define RAVEL_RUNTIME_WEAK_UNDECIDED_H

#include "runtime/runtime.h"

/* The current thread makes such a step. */
void weak_undecided_instruction(uint64_t addr, uint32_t size);
void weak_undecided_object(uint64_t addr, uint32_t size);

/* Its step ends. */
void weak_undecided_ends(void);

#endif
