#include "runtime/heap.h"

#include "runtime/checkpoint.h"
#include "runtime/pages.h"

/* A snapshot of a region up to this size is kept as a copy, which costs less than page faults. */
enum { SMALL_SNAPSHOT = 1 << 14 };

enum { MAX_BLOCKS = HEAP_REGION_SIZE / (HEAP_ALIGNMENT + HEAP_RED_ZONE) };

/* In the order of their addresses, which is that of their allocation. */
struct block {
  uint64_t start, size;
  uint64_t allocated_pc, freed_pc;
  rv_tid freed_by;
  uint32_t next_freed; /* one more than the number of another block of the snapshot; 0: none */
};

struct region {
  struct block *blocks; /* NULL: the region is not mapped yet */
  uint64_t used;        /* bytes from its beginning */
  uint32_t n_blocks;
  uint32_t freed_since_snapshot; /* blocks of the snapshot, linked by next_freed */
  struct {
    uint64_t used;
    uint32_t n_blocks;
    void *copy; /* NULL: the pages themselves are restored */
  } snapshot;
};

static struct region regions[HEAP_MAX_THREADS];

/* The regions with blocks, by first use: those of the snapshot come first and stay. */
static rv_tid in_use[HEAP_MAX_THREADS];
KEPT static uint32_t n_in_use;
static uint32_t n_in_snapshot;

static uint64_t region_start(rv_tid thread) {
  return HEAP_BASE + thread * HEAP_REGION_SIZE;
}

static void *region_memory(rv_tid thread, uint64_t offset) {
  return (void *)(uintptr_t)(region_start(thread) + offset);
}

static bool map_region(rv_tid thread) {
  if (!pages_reserve_at(region_start(thread), HEAP_REGION_SIZE))
    return false;
  regions[thread].blocks = pages_reserve(MAX_BLOCKS * sizeof(struct block));
  return true;
}

/* Allocation. */

void *heap_malloc(rv_tid thread, size_t size, size_t align, uint64_t pc) {
  if (align < HEAP_ALIGNMENT)
    align = HEAP_ALIGNMENT;
  if (thread >= HEAP_MAX_THREADS || size > HEAP_REGION_SIZE)
    return NULL;
  struct region *region = &regions[thread];
  uint64_t start = region_start(thread) + region->used + HEAP_RED_ZONE;
  start = pages_round_up(start, align);
  uint64_t end = pages_round_up(start + size, HEAP_ALIGNMENT) - region_start(thread);
  if (end > HEAP_REGION_SIZE - HEAP_RED_ZONE)
    return NULL;
  if (!region->blocks && !map_region(thread))
    return NULL;
  if (region->n_blocks == 0)
    in_use[n_in_use++] = thread;
  region->blocks[region->n_blocks++] =
      (struct block){.start = start, .size = size, .allocated_pc = pc, .freed_by = RV_NO_THREAD};
  region->used = end;
  return (void *)(uintptr_t)start;
}

/* The last block of a region that starts at or before an address, or NULL. */
static struct block *last_block_before(const struct region *region, uint64_t addr) {
  uint32_t low = 0, high = region->n_blocks;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (region->blocks[middle].start <= addr)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? &region->blocks[low - 1] : NULL;
}

/* The block that starts exactly here, or NULL; and its region. */
static struct block *block_at(const void *start, struct region **region) {
  uint64_t addr = (uintptr_t)start;
  if (!heap_contains(addr))
    return NULL;
  *region = &regions[(addr - HEAP_BASE) >> HEAP_REGION_BITS];
  struct block *block = last_block_before(*region, addr);
  return block && block->start == addr ? block : NULL;
}

enum heap_status heap_free(rv_tid thread, void *start, uint64_t pc) {
  struct region *region;
  struct block *block = block_at(start, &region);
  if (!block)
    return HEAP_INVALID_FREE;
  if (block->freed_by != RV_NO_THREAD)
    return HEAP_DOUBLE_FREE;
  checkpoint_log(block, sizeof *block);
  block->freed_by = thread;
  block->freed_pc = pc;
  uint32_t number = (uint32_t)(block - region->blocks);
  if (number < region->snapshot.n_blocks) {
    block->next_freed = region->freed_since_snapshot;
    region->freed_since_snapshot = number + 1;
  }
  return HEAP_OK;
}

void *heap_realloc(rv_tid thread, void *start, size_t size, uint64_t pc, enum heap_status *status) {
  struct region *region;
  const struct block *block = block_at(start, &region);
  *status = !block                            ? HEAP_INVALID_FREE
            : block->freed_by != RV_NO_THREAD ? HEAP_DOUBLE_FREE
                                              : HEAP_OK;
  if (*status != HEAP_OK)
    return NULL;
  void *moved = heap_malloc(thread, size, 0, pc);
  if (!moved)
    return NULL;
  pages_copy(moved, start, size < block->size ? size : block->size);
  *status = heap_free(thread, start, pc);
  return moved;
}

/* Questions. */

size_t heap_usable_size(const void *start) {
  struct region *region;
  const struct block *block = block_at(start, &region);
  return block && block->freed_by == RV_NO_THREAD ? block->size : 0;
}

static struct heap_block as_seen(const struct block *block) {
  return (struct heap_block){
      .start = block->start,
      .size = block->size,
      .allocated_pc = block->allocated_pc,
      .freed_pc = block->freed_pc,
      .allocated_by = (rv_tid)((block->start - HEAP_BASE) >> HEAP_REGION_BITS),
      .freed_by = block->freed_by,
  };
}

/* Where an address was found last. Whatever it says is checked, so it never has to be put back. */
enum { HINTS = 1024 };
static uint32_t hints[HINTS];

static bool is_within(const struct block *block, uint64_t addr, uint64_t size) {
  return addr - block->start < block->size && size <= block->start + block->size - addr;
}

bool heap_holds(uint64_t addr, uint64_t size) {
  const struct region *region = &regions[(addr - HEAP_BASE) >> HEAP_REGION_BITS];
  uint32_t *hint = &hints[addr / HEAP_ALIGNMENT % HINTS];
  if (*hint >= region->n_blocks || !is_within(&region->blocks[*hint], addr, size)) {
    const struct block *block = last_block_before(region, addr);
    if (!block || !is_within(block, addr, size))
      return false;
    *hint = (uint32_t)(block - region->blocks);
  }
  return region->blocks[*hint].freed_by == RV_NO_THREAD;
}

bool heap_find(uint64_t addr, struct heap_block *found) {
  if (!heap_contains(addr))
    return false;
  const struct region *region = &regions[(addr - HEAP_BASE) >> HEAP_REGION_BITS];
  const struct block *block = last_block_before(region, addr);
  if (!block)
    return false;
  *found = as_seen(block);
  return true;
}

bool heap_find_next(uint64_t addr, struct heap_block *found) {
  const struct region *region = &regions[(addr - HEAP_BASE) >> HEAP_REGION_BITS];
  const struct block *before = last_block_before(region, addr);
  const uint32_t next = before ? (uint32_t)(before - region->blocks) + 1 : 0;
  if (next >= region->n_blocks)
    return false;
  *found = as_seen(&region->blocks[next]);
  return true;
}

void heap_live(void (*callback)(void *self, const struct heap_block *block), void *self) {
  for (uint32_t i = 0; i < n_in_use; i++) {
    const struct region *region = &regions[in_use[i]];
    for (uint32_t k = 0; k < region->n_blocks; k++) {
      struct heap_block block = as_seen(&region->blocks[k]);
      if (block.freed_by == RV_NO_THREAD)
        callback(self, &block);
    }
  }
}

/* Back to the start. */

/* Keeps the region's pages as they are. What comes later begins on a page of its own. */
static bool snapshot_pages(rv_tid thread) {
  struct region *region = &regions[thread];
  uint64_t whole = pages_round_up(region->used, PAGES_ALIGNMENT);
  if (whole > HEAP_REGION_SIZE - HEAP_RED_ZONE || !pages_snapshot(region_memory(thread, 0), whole))
    return false;
  region->used = whole;
  return true;
}

static void snapshot_region(rv_tid thread) {
  struct region *region = &regions[thread];
  if (region->used <= SMALL_SNAPSHOT || !snapshot_pages(thread)) {
    region->snapshot.copy = pages_reserve(region->used);
    pages_copy(region->snapshot.copy, region_memory(thread, 0), region->used);
  }
  region->snapshot.used = region->used;
  region->snapshot.n_blocks = region->n_blocks;
}

void heap_snapshot(void) {
  for (uint32_t i = 0; i < n_in_use; i++)
    snapshot_region(in_use[i]);
  n_in_snapshot = n_in_use;
}

static void restore_snapshot(rv_tid thread) {
  struct region *region = &regions[thread];
  void *memory = region_memory(thread, 0);
  if (region->snapshot.copy)
    pages_copy(memory, region->snapshot.copy, region->snapshot.used);
  else
    pages_restore(memory, region->snapshot.used);
  while (region->freed_since_snapshot) {
    struct block *block = &region->blocks[region->freed_since_snapshot - 1];
    region->freed_since_snapshot = block->next_freed;
    block->freed_by = RV_NO_THREAD;
  }
}

void heap_reset(void) {
  for (uint32_t i = 0; i < n_in_use; i++) {
    struct region *region = &regions[in_use[i]];
    if (i < n_in_snapshot)
      restore_snapshot(in_use[i]);
    /* The red zone too: a small overflow must not show in the next execution. */
    uint64_t dirty = region->used + HEAP_RED_ZONE - region->snapshot.used;
    pages_zero(region_memory(in_use[i], region->snapshot.used), dirty);
    region->used = region->snapshot.used;
    region->n_blocks = region->snapshot.n_blocks;
  }
  n_in_use = n_in_snapshot;
}

/* Checkpoints. */

void heap_pieces(void) {
  for (uint32_t i = 0; i < n_in_use; i++) {
    struct region *region = &regions[in_use[i]];
    if (region->snapshot.used && !region->snapshot.copy)
      checkpoint_refuse();
    checkpoint_piece(region, sizeof *region);
    checkpoint_piece(region_memory(in_use[i], 0), region->used + HEAP_RED_ZONE);
  }
}

/* Which blocks are there and where they come from: errors tell, and nothing in memory does. */
void heap_compared_pieces(void) {
  heap_pieces();
  for (uint32_t i = 0; i < n_in_use; i++) {
    const struct region *region = &regions[in_use[i]];
    for (uint32_t k = 0; k < region->n_blocks; k++)
      if (region->blocks[k].freed_by == RV_NO_THREAD)
        checkpoint_piece(&region->blocks[k], offsetof(struct block, freed_pc));
  }
}

/* How far the regions in use had been used when the way back began. */
static uint64_t dirty[HEAP_MAX_THREADS];
static uint32_t n_dirty;

void heap_before_back(void) {
  n_dirty = n_in_use;
  for (uint32_t i = 0; i < n_dirty; i++)
    dirty[i] = regions[in_use[i]].used;
}

/* Memory allocated since is as good as new. */
void heap_after_back(void) {
  for (uint32_t i = 0; i < n_dirty; i++) {
    struct region *region = &regions[in_use[i]];
    if (i >= n_in_use) {
      region->used = 0;
      region->n_blocks = 0;
    }
    uint64_t clean = region->used ? region->used + HEAP_RED_ZONE : 0;
    if (dirty[i] + HEAP_RED_ZONE > clean)
      pages_zero(region_memory(in_use[i], clean), dirty[i] + HEAP_RED_ZONE - clean);
  }
}
