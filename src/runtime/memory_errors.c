#include "runtime/memory_errors.h"

#include <stdio.h>

#include "runtime/access.h"
#include "runtime/error.h"
#include "runtime/record.h"
#include "runtime/sides.h"

/* --- which block an address is about ------------------------------------------------------------
 */

static bool is_inside(const struct heap_block *block, uint64_t addr) {
  return addr - block->start < block->size;
}

/* The block that an address is in or, between two, the nearer one. */
static bool nearest_block(uint64_t addr, struct heap_block *block) {
  struct heap_block next;
  bool found = heap_find(addr, block);
  if (found && is_inside(block, addr))
    return true;
  if (!heap_find_next(addr, &next))
    return found;
  if (!found || next.start - addr < addr - (block->start + block->size))
    *block = next;
  return true;
}

static const char *plural(uint64_t n) {
  return n == 1 ? "" : "s";
}

/* "4 bytes past the end of", "1 byte before", "at offset 8 of" */
static void describe_place(char *text, size_t room, uint64_t addr, const struct heap_block *block) {
  uint64_t end = block->start + block->size, n;
  if (addr < block->start) {
    n = block->start - addr;
    snprintf(text, room, "%lu byte%s before", n, plural(n));
  } else if (addr > end) {
    n = addr - end;
    snprintf(text, room, "%lu byte%s past the end of", n, plural(n));
  } else if (addr == end && block->size)
    snprintf(text, room, "right past the end of");
  else
    snprintf(text, room, "at offset %lu of", addr - block->start);
}

/* --- reports ------------------------------------------------------------------------------------
 */

static void tell_sides(struct shared_error *error, const struct heap_block *block) {
  if (block->freed_by != RV_NO_THREAD)
    side_tell(&error->other, SIDE_FREED, block->start, block->freed_by, block->freed_pc);
  side_tell(&error->origin, SIDE_ALLOCATED, block->start, block->allocated_by, block->allocated_pc);
}

void memory_tell_origin(struct shared_error *error, uint64_t addr) {
  struct heap_block block;
  if (heap_contains(addr) && heap_find(addr, &block) && addr - block.start < block.size)
    side_tell(&error->origin, SIDE_ALLOCATED, block.start, block.allocated_by, block.allocated_pc);
}

void memory_wrong_access(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *frame) {
  struct heap_block block;
  char where[64];
  const char *what = write ? "write" : "read";
  if (!rt.current || size == 0 || rt.shared->request.no_heap_checks)
    return;
  if (!nearest_block(addr, &block))
    fail(ERROR_OUT_OF_BOUNDS, pc, frame, "%s of %lu byte%s of the heap where nothing is allocated",
         what, size, plural(size));
  if (rt.recording)
    record_watched(addr, size, write, true, pc, frame);
  error_about(&addr, 1);
  bool freed = block.freed_by != RV_NO_THREAD && is_inside(&block, addr);
  describe_place(where, sizeof where, addr, &block);
  struct shared_error *error =
      error_report(freed ? ERROR_USE_AFTER_FREE : ERROR_OUT_OF_BOUNDS, rt.current->tid, pc, frame,
                   "%s of %lu byte%s %s a block of %lu byte%s%s", what, size, plural(size), where,
                   block.size, plural(block.size), freed ? " that has been freed" : "");
  error->addr = addr;
  error->size = size;
  tell_sides(error, &block);
  error_stop();
}

_Noreturn void memory_wrong_free(enum heap_status status, uint64_t addr, uint64_t pc, void *frame) {
  struct heap_block block;
  char where[64];
  if (!nearest_block(addr, &block))
    fail(ERROR_INVALID_FREE, pc, frame, "free of %#lx, which malloc has not returned",
         (unsigned long)addr);
  describe_place(where, sizeof where, addr, &block);
  error_about(&addr, 1);
  struct shared_error *error =
      status == HEAP_DOUBLE_FREE
          ? error_report(ERROR_DOUBLE_FREE, rt.current->tid, pc, frame,
                         "free of a block of %lu byte%s that has been freed before", block.size,
                         plural(block.size))
          : error_report(ERROR_INVALID_FREE, rt.current->tid, pc, frame,
                         "free of an address %s a block of %lu byte%s", where, block.size,
                         plural(block.size));
  tell_sides(error, &block);
  error_stop();
}
