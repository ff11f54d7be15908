/*
 * Accesses to local variables of functions that have returned, by other threads. What lies below
 * the program's frames on the stack of a thread that stands still belongs to no function of the
 * program, and so does all of the stack of a thread that has ended. Where another function has
 * taken the place, nothing is known. That a function returns is no event: where nothing else orders
 * it with the access, one order is explored, and the error may not show.
 */
#ifndef RAVEL_RUNTIME_DEAD_STACK_H
#define RAVEL_RUNTIME_DEAD_STACK_H

#include "runtime/runtime.h"

/* An access to the stride of another thread. */
void dead_stack_look(rv_tid owner, uint64_t addr, uint64_t size, bool write, uint64_t pc,
                     void *frame);

static inline void dead_stack_check(uint64_t addr, uint64_t size, bool write, uint64_t pc,
                                    void *frame) {
  const uint64_t offset = addr - SHARED_STACKS_BASE;
  if (offset >= SHARED_MAX_THREADS * SHARED_STACK_STRIDE || !rt.current)
    return;
  const rv_tid owner = (rv_tid)(offset / SHARED_STACK_STRIDE);
  if (unlikely(owner != rt.current->tid))
    dead_stack_look(owner, addr, size, write, pc, frame);
}

#endif
