#include "core/memory.h"

#include <assert.h>
#include <string.h>

/* Arenas grow by chunks of equal size, so that a position says where its chunk is. */
enum { CHUNK_BITS = 22, MAX_CHUNKS = 1 << 16, ALIGNMENT = 8 };
#define CHUNK_SIZE (UINT64_C(1) << CHUNK_BITS)

void *rv_reserve(const struct rv_memory *memory, uint64_t count, size_t size) {
  assert(count <= SIZE_MAX / size);
  void *const result = memory->reserve(memory->self, count * size);
  assert(result);
  return result;
}

void rv_arena_init(struct rv_arena *arena, const struct rv_memory *memory) {
  arena->memory = memory;
  arena->chunks = rv_reserve(memory, MAX_CHUNKS, sizeof *arena->chunks);
  arena->top = 0;
}

void *rv_arena_alloc(struct rv_arena *arena, size_t bytes) {
  const uint64_t size = (bytes + ALIGNMENT - 1) & -(uint64_t)ALIGNMENT;
  assert(size <= CHUNK_SIZE);
  uint64_t at = arena->top;
  if ((at & (CHUNK_SIZE - 1)) + size > CHUNK_SIZE)
    at = (at + CHUNK_SIZE - 1) & -CHUNK_SIZE;
  const uint64_t chunk = at >> CHUNK_BITS;
  assert(chunk < MAX_CHUNKS);
  if (!arena->chunks[chunk])
    arena->chunks[chunk] = rv_reserve(arena->memory, 1, CHUNK_SIZE);
  arena->top = at + size;
  return arena->chunks[chunk] + (at & (CHUNK_SIZE - 1));
}

void rv_pool_init(struct rv_pool *pool, const struct rv_memory *memory) {
  rv_arena_init(&pool->arena, memory);
  rv_pool_clear(pool);
}

void rv_pool_clear(struct rv_pool *pool) {
  rv_arena_release(&pool->arena, 0);
  memset(pool->free, 0, sizeof pool->free);
}

static unsigned size_class(size_t bytes) {
  unsigned class = 4;
  while ((UINT64_C(1) << class) < bytes)
    class ++;
  return class;
}

void *rv_pool_alloc(struct rv_pool *pool, size_t bytes) {
  const unsigned class = size_class(bytes);
  void *const cell = pool->free[class];
  if (!cell && class > CHUNK_BITS)
    return rv_reserve(pool->arena.memory, 1, UINT64_C(1) << class);
  if (!cell)
    return rv_arena_alloc(&pool->arena, UINT64_C(1) << class);
  memcpy(&pool->free[class], cell, sizeof cell);
  return cell;
}

void rv_pool_free(struct rv_pool *pool, void *cell, size_t bytes) {
  const unsigned class = size_class(bytes);
  memcpy(cell, &pool->free[class], sizeof cell);
  pool->free[class] = cell;
}
