#include "runtime/shadow.h"

#include "runtime/pages.h"

void *shadow_new_leaf(struct shadow *shadow, uint64_t addr, size_t cell_size) {
  shadow->leaves[addr >> SHADOW_LEAF_BITS & (SHADOW_LEAVES - 1)] =
      pages_reserve(SHADOW_LEAF_CELLS * cell_size);
  return shadow_find(shadow, addr, cell_size);
}

void shadow_clear(struct shadow *shadow, size_t cell_size) {
  for (size_t i = 0; i < SHADOW_LEAVES; i++)
    if (shadow->leaves[i])
      pages_zero(shadow->leaves[i], SHADOW_LEAF_CELLS * cell_size);
}

void shadow_clear_range(struct shadow *shadow, uint64_t addr, uint64_t size, size_t cell_size) {
  uint64_t granule = addr >> SHADOW_GRANULE_BITS;
  uint64_t end = (addr + size + SHADOW_GRANULE - 1) >> SHADOW_GRANULE_BITS;
  while (granule < end) {
    uint64_t leaf_end = (granule / SHADOW_LEAF_CELLS + 1) * SHADOW_LEAF_CELLS;
    uint64_t n = (end < leaf_end ? end : leaf_end) - granule;
    void *cells = shadow_find(shadow, granule << SHADOW_GRANULE_BITS, cell_size);
    if (cells)
      pages_zero(cells, n * cell_size);
    granule += n;
  }
}
