/*
 * Waiting until a condition over shared memory holds.
 */
#ifndef RAVEL_RUNTIME_AWAIT_H
#define RAVEL_RUNTIME_AWAIT_H

#include "runtime/runtime.h"

/* The current thread is evaluating a condition, and reads this. */
void await_reads(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc, void *frame);

/* Brings a waiting thread's pending operation up to date with the memory it depends on. */
void await_update(struct thread *thread);

#endif
