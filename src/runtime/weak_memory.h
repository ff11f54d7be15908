/*
 * Memory that is executed as under sc though the memory model is weak: what is accessed atomically
 * with different sizes, or as more than eight bytes, and what is also accessed as volatile, by a
 * futex or by a library. Its accesses are ordered events (core/graph.h), which synchronise as their
 * memory orders say. What is so is found out as it is accessed; then the search begins again.
 */
#ifndef RAVEL_RUNTIME_WEAK_MEMORY_H
#define RAVEL_RUNTIME_WEAK_MEMORY_H

#include "runtime/runtime.h"

/* Whether an atomic access is to be executed as under sc: with this order, if so. */
bool weak_memory_is_sc(uint64_t addr, uint32_t size, int order);

/* An access by a function of a library is so, whatever its size. */
void weak_memory_range(uint64_t addr, uint32_t size, int order);

/* It is, and compares what it finds: whether it writes is known when it is made. */
enum { WEAK_MEMORY_COMPARES = 1 << 16 };
static inline void weak_memory_compares(void) {
  if (unlikely(rt.current->sc_order))
    rt.current->sc_order |= WEAK_MEMORY_COMPARES;
}

/* It is a read-modify-write: whether what it writes was there is known when it is made. */
enum { WEAK_MEMORY_UPDATES = 1 << 17 };
static inline void weak_memory_updates(void) {
  if (unlikely(rt.current->sc_order))
    rt.current->sc_order |= WEAK_MEMORY_UPDATES;
}
void weak_memory_updated(uint64_t addr, uint32_t size, bool same);

/* An instruction of inline assembly is one of the two; it has no memory order. */
void weak_memory_instruction(uint64_t addr, uint32_t size, bool compares);

/* A compare-and-swap is made; if it failed its order is another one. */
void weak_memory_compared(uint64_t addr, uint32_t size, bool equal, int failure);

/* From now on. `why` completes a sentence. The current thread does not go on if what it has done so
 * far was under another assumption. */
void weak_memory_set(uint64_t addr, uint64_t size, const char *why);

/* The guard of a C++ static variable, which the program loads and the runtime writes. A load that
 * does not find the last value only leads to the runtime, so it is told of under sc alone, where
 * the executions are counted as `optimal` counts them. */
void weak_memory_guards(uint64_t guard);

void weak_memory_import(uint64_t mark);

#endif
