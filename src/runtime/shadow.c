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

/* Addresses from this one on, up to the end of the leaf, whose cells are on the same page of memory
 * or, if none of it was written, on pages after it of which that holds too. */
static bool shadow_is_unwritten(const struct shadow *shadow, uint64_t addr, size_t cell_size,
                                uint64_t *end) {
  const uint64_t leaf_end = ((addr >> SHADOW_LEAF_BITS) + 1) << SHADOW_LEAF_BITS;
  const char *const cell = shadow_find(shadow, addr, cell_size);
  *end = leaf_end;
  if (!cell)
    return true;
  uint64_t bytes = ((leaf_end - addr) >> SHADOW_GRANULE_BITS) * cell_size;
  const bool unwritten = pages_untouched(cell, &bytes);
  *end = addr + (bytes / cell_size << SHADOW_GRANULE_BITS);
  return unwritten;
}

bool shadow_next_piece(const struct shadow *shadow, uint64_t end, size_t cell_size, uint64_t size,
                       struct shadow_piece *piece) {
  enum { LONG = 1 << 16 };
  piece->begin = piece->end;
  piece->end = end;
  if (size <= LONG)
    return piece->begin < end;
  while (piece->begin < end && shadow_is_unwritten(shadow, piece->begin, cell_size, &piece->end))
    piece->begin = piece->end;
  if (piece->end > end)
    piece->end = end;
  return piece->begin < end;
}
