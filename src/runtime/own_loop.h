/*
 * Loops on memory that no other thread has touched so far. Accesses to it are not events. So a
 * thread that spins on it, waiting for another thread that will get a pointer to it, would never
 * let that thread run: on an atomic on its own stack, or with --races=interleave on any memory. If
 * the thread comes back to the same local state at such an access, the memory is marked as shared
 * (access.h), and the exploration begins again.
 */
#ifndef RAVEL_RUNTIME_OWN_LOOP_H
#define RAVEL_RUNTIME_OWN_LOOP_H

#include "runtime/runtime.h"

extern uint64_t own_loop_accesses, own_loop_next;

bool own_loop_look(uint64_t addr, uint64_t pc, const void *entry, bool temporary);

/* The current thread accesses private memory. True: it spins, and the access should be a visible
 * operation. It is unlikely to wait for a `temporary`, which it has written in the same iteration.
 */
static inline bool own_loop(uint64_t addr, uint64_t pc, const void *entry, bool temporary) {
  return unlikely(++own_loop_accesses >= own_loop_next) &&
         own_loop_look(addr, pc, entry, temporary);
}

#endif
