/*
 * Loops on memory that nobody else has touched so far. Accesses to it are no events, so a thread
 * that waits there for another one, which will get a pointer to it, would never let that one run:
 * an atomic on its own stack, or with --races=interleave any memory. If the thread comes back to
 * the same local state at such an access, the memory is marked as shared (access.h), and the
 * exploration begins again.
 */
#ifndef RAVEL_RUNTIME_OWN_LOOP_H
#define RAVEL_RUNTIME_OWN_LOOP_H

#include "runtime/runtime.h"

extern uint64_t own_loop_accesses, own_loop_next;

bool own_loop_look(uint64_t addr, uint64_t pc, const void *entry, bool temporary);

/* The current thread accesses memory of its own. True: it goes round, and should stand there. It
 * hardly waits for a `temporary`, which it has written on the way round. */
static inline bool own_loop(uint64_t addr, uint64_t pc, const void *entry, bool temporary) {
  return unlikely(++own_loop_accesses >= own_loop_next) &&
         own_loop_look(addr, pc, entry, temporary);
}

#endif
