#include "core/memory.h"

#include <assert.h>
#include <string.h>

enum { MAX_CHUNKS = 1 << 16 };

void *rv_reserve(const struct rv_memory *memory, uint64_t count, size_t size) {
  assert(count <= SIZE_MAX / size);
  void *const result = memory->reserve(memory->self, count * size);
  assert(result);
  return result;
}

void rv_arena_init(struct rv_arena *arena, const struct rv_memory *memory) {
  arena->memory = memory;
  arena->chunks = rv_reserve(memory, MAX_CHUNKS + 1, sizeof *arena->chunks);
  arena->top = 0;
}

/* The first of n chunks, not before this one, that lie side by side. Those that are reserved come
   first in the table, so that what is not is reserved at one go. */
static uint64_t arena_run_of_chunks(struct rv_arena *arena, uint64_t chunk, uint64_t n) {
  uint64_t found = 0;
  for (; found < n && arena->chunks[chunk + found]; found++)
    if (found && arena->chunks[chunk + found] != arena->chunks[chunk] + found * RV_CHUNK_SIZE) {
      chunk += found;
      found = 0;
    }
  if (found == n)
    return chunk;
  chunk += found;
  assert(chunk + n <= MAX_CHUNKS);
  unsigned char *const all = rv_reserve(arena->memory, n, RV_CHUNK_SIZE);
  for (uint64_t i = 0; i < n; i++)
    arena->chunks[chunk + i] = all + i * RV_CHUNK_SIZE;
  return chunk;
}

void *rv_arena_grow(struct rv_arena *arena, uint64_t size) {
  const uint64_t offset = arena->top & (RV_CHUNK_SIZE - 1);
  uint64_t chunk = arena->top / RV_CHUNK_SIZE;
  uint64_t at = arena->top;
  if (offset + size > RV_CHUNK_SIZE || !arena->chunks[chunk]) {
    const uint64_t chunks = size ? (size + RV_CHUNK_SIZE - 1) / RV_CHUNK_SIZE : 1;
    chunk = arena_run_of_chunks(arena, chunk + (offset != 0), chunks);
    at = chunk * RV_CHUNK_SIZE;
  }
  arena->top = at + size;
  return arena->chunks[chunk] + (at & (RV_CHUNK_SIZE - 1));
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
  return bytes <= 16 ? 4 : 64 - (unsigned)__builtin_clzll(bytes - 1);
}

void *rv_pool_alloc(struct rv_pool *pool, size_t bytes) {
  const unsigned class = size_class(bytes);
  struct rv_cell *const cell = pool->free[class];
  if (!cell && UINT64_C(1) << class > RV_CHUNK_SIZE)
    return rv_reserve(pool->arena.memory, 1, UINT64_C(1) << class);
  if (!cell)
    return rv_arena_alloc(&pool->arena, UINT64_C(1) << class);
  pool->free[class] = cell->next;
  return cell;
}

void rv_pool_free(struct rv_pool *pool, void *memory, size_t bytes) {
  const unsigned class = size_class(bytes);
  struct rv_cell *const cell = memory;
  cell->next = pool->free[class];
  pool->free[class] = cell;
}

void *rv_pool_widen(struct rv_pool *pool, void *memory, size_t bytes, size_t wider) {
  void *const to = rv_pool_alloc(pool, wider);
  if (bytes) {
    memcpy(to, memory, bytes);
    rv_pool_free(pool, memory, bytes);
  }
  return to;
}
