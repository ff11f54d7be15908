/*
 * Memory errors on the heap: use after free, accesses out of bounds, frees of what is no block.
 */
#ifndef RAVEL_RUNTIME_MEMORY_ERRORS_H
#define RAVEL_RUNTIME_MEMORY_ERRORS_H

#include "runtime/dead_stack.h"
#include "runtime/heap.h"
#include "runtime/remark.h"
#include "runtime/runtime.h"

/* An access to the heap that is not all within a live block. */
void memory_wrong_access(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *frame);

/* Where the block was allocated that an error is about, if it is about one. */
void memory_tell_origin(struct shared_error *error, uint64_t addr);

/* Checks an access that is about to be made. Outside the heap and the stacks this is two
 * comparisons. */
static inline void memory_check(uint64_t addr, uint64_t size, bool write, uint64_t pc,
                                void *frame) {
  if (!heap_contains(addr))
    dead_stack_check(addr, size, write, pc, frame);
  else if (unlikely(!heap_holds(addr, size)))
    memory_wrong_access(addr, size, write, pc, frame);
  else if (!write && unlikely(heap_is_unwritten(addr, size)))
    remark(REMARK_UNWRITTEN, pc);
}

/* A free that is none. */
_Noreturn void memory_wrong_free(enum heap_status status, uint64_t addr, uint64_t pc, void *frame);

#endif
