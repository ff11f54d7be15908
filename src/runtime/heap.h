/*
 * The heap of the program under test.
 *
 * Every thread allocates from a region of its own, upwards only, so that an address depends on
 * nothing but what its thread allocated before. Freed memory is not handed out again within an
 * execution: an access to it can be told for what it is. What is known of the blocks is kept away
 * from them, where the program's own errors cannot reach it.
 */
#ifndef RAVEL_RUNTIME_HEAP_H
#define RAVEL_RUNTIME_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/event.h"
#include "protocol/record.h"

#ifndef HEAP_BASE
#define HEAP_BASE UINT64_C(0x090000000000)
#endif
#define HEAP_REGION_BITS 30
#define HEAP_REGION_SIZE (UINT64_C(1) << HEAP_REGION_BITS)
enum { HEAP_MAX_THREADS = 4096, HEAP_ALIGNMENT = 16, HEAP_RED_ZONE = 16 };

struct heap_block {
  uint64_t start, size;
  uint64_t allocated_pc;
  uint64_t freed_pc; /* meaningful once freed */
  rv_tid allocated_by;
  rv_tid freed_by; /* RV_NO_THREAD: it is live */
};

enum heap_status {
  HEAP_OK,
  HEAP_DOUBLE_FREE,
  HEAP_INVALID_FREE, /* not the start of a block */
};

/* Zeroed memory with a red zone on both sides, or NULL: the thread's region is used up. `align` is
 * a power of two, or 0 for the usual alignment; `size` may be 0. */
void *heap_malloc(rv_tid thread, size_t size, size_t align, uint64_t pc);

/* Frees a block, of whichever thread it is. NULL is not a block: ask before. */
enum heap_status heap_free(rv_tid thread, void *block, uint64_t pc);

/* Moves a live block to a new one of `size` bytes, and frees it. NULL, and nothing has changed, if
 * there is no room or `status` is not HEAP_OK. */
void *heap_realloc(rv_tid thread, void *block, size_t size, uint64_t pc, enum heap_status *status);

/* The size that a live block was allocated with; 0 for anything else. */
size_t heap_usable_size(const void *block);

/* Whether an address belongs to the heap, allocated or not. */
static inline bool heap_contains(uint64_t addr) {
  return addr - HEAP_BASE < HEAP_MAX_THREADS * HEAP_REGION_SIZE;
}

/* Does a range that begins on the heap lie within one live block? */
bool heap_holds(uint64_t addr, uint64_t size);

/* Whether nobody has written these bytes of a block since malloc filled it: four or eight, as fewer
 * may well have been written to be so. */
static inline bool heap_is_unwritten(uint64_t addr, uint64_t size) {
  uint64_t found = SHARED_GARBAGE * UINT64_C(0x0101010101010101);
  const uint64_t garbage = found;
  if (size == sizeof(uint64_t))
    memcpy(&found, (const void *)(uintptr_t)addr, sizeof(uint64_t));
  else if (size == sizeof(uint32_t))
    memcpy(&found, (const void *)(uintptr_t)addr, sizeof(uint32_t));
  else
    return false;
  return found == garbage;
}

/* The last block that starts at or before an address in its region, live or freed. The address may
 * lie beyond its end. */
bool heap_find(uint64_t addr, struct heap_block *found);

/* The first block of its region that starts behind an address. */
bool heap_find_next(uint64_t addr, struct heap_block *found);

/* Every live block: regions by first use, blocks by address. */
void heap_live(void (*callback)(void *self, const struct heap_block *block), void *self);

/* What is allocated now, and its contents, is what every execution begins with. To be called at
 * most once. */
void heap_snapshot(void);

/* For checkpoints: what belongs to the state; and what is to be done around its being put back. */
void heap_pieces(void);
void heap_compared_pieces(void); /* and what errors tell of it, beside the memory itself */
void heap_before_back(void);
void heap_after_back(void);

/* Back to the snapshot, or to an empty heap if there was none. Costs as much as was allocated or
 * freed since the last time. */
void heap_reset(void);

#endif
