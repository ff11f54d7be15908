/*
 * Accesses by other threads to local variables of functions that have returned. What lies below the
 * program's frames on the stack of a thread that does not run belongs to no function; neither does
 * any part of the stack of a thread that has ended. If another function's frame has taken the
 * place, the access is not recognised.
 *
 * A function's return is no event: if nothing orders it with the access, only one order is
 * explored. So when a function returns, earlier accesses of other threads to its frame are looked
 * at. An access that does not happen before the return could have come after it, and is a data
 * race. Functions that were inlined or left by longjmp are not noticed.
 */
#ifndef RAVEL_RUNTIME_DEAD_STACK_H
#define RAVEL_RUNTIME_DEAD_STACK_H

#include "runtime/runtime.h"

/* An access to the stride of another thread. */
void dead_stack_look(rv_tid owner, uint64_t addr, uint64_t size, bool write, uint64_t pc,
                     void *frame);

/* The function that has called `hook` or has jumped to it returns; `frame` is that of the hook, and
 * `pc` where it returns to. */
void dead_stack_return(uint64_t pc, uint64_t *frame, uint64_t hook);
/* The current thread ends. */
void dead_stack_end(void);

static inline bool dead_stack_is_lent(void) {
  return rt.current && rt.current->lent_high;
}

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
