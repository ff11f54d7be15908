/*
 * Memory of the explorer, on top of the one `reserve` function it is given: arenas that are used
 * as stacks, and a pool of reusable cells. Nothing that was handed out ever moves.
 */
#ifndef RAVEL_CORE_MEMORY_H
#define RAVEL_CORE_MEMORY_H

#include "core/explorer.h"

/* Arenas grow by chunks of equal size, so that a position says where its chunk is. */
#define RV_CHUNK_SIZE (UINT64_C(1) << 22)

/* A stack of memory. `top` is a position that can be kept and gone back to: that frees all that
 * was allocated since, at once. */
struct rv_arena {
  const struct rv_memory *memory;
  unsigned char **chunks;
  uint64_t top;
};

struct rv_cell {
  struct rv_cell *next;
};

/* Cells of any size, each freed on its own and reused for the next of the same size class. */
struct rv_pool {
  struct rv_arena arena;
  struct rv_cell *free[32]; /* by the logarithm of the size */
};

void *rv_reserve(const struct rv_memory *memory, uint64_t count, size_t size);

void rv_arena_init(struct rv_arena *arena, const struct rv_memory *memory);

/* Goes on in the next chunk. */
void *rv_arena_grow(struct rv_arena *arena, uint64_t size);

static inline void *rv_arena_alloc(struct rv_arena *arena, size_t bytes) {
  const uint64_t size = (bytes + 7) & ~UINT64_C(7);
  const uint64_t at = arena->top, offset = at & (RV_CHUNK_SIZE - 1);
  unsigned char *const chunk = arena->chunks[at / RV_CHUNK_SIZE];
  if (!chunk || offset + size > RV_CHUNK_SIZE)
    return rv_arena_grow(arena, size);
  arena->top = at + size;
  return chunk + offset;
}

static inline void rv_arena_release(struct rv_arena *arena, uint64_t top) {
  arena->top = top;
}

void rv_pool_init(struct rv_pool *pool, const struct rv_memory *memory);
void rv_pool_clear(struct rv_pool *pool);
void *rv_pool_alloc(struct rv_pool *pool, size_t bytes);
void rv_pool_free(struct rv_pool *pool, void *memory, size_t bytes);

/* The same bytes, if there are any, with room for more. */
void *rv_pool_widen(struct rv_pool *pool, void *memory, size_t bytes, size_t wider);

#endif
