/*
 * Shadow memory: a cell of fixed size for every 8-byte granule of the program's memory.
 *
 * The address space is cut into leaves of 1 GiB; a leaf's cells are reserved as one piece when the
 * first of them is needed. So a lookup is one load and some arithmetic, any address has a cell,
 * and only pages of cells that were written cost memory.
 */
#ifndef RAVEL_RUNTIME_SHADOW_H
#define RAVEL_RUNTIME_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  SHADOW_ADDRESS_BITS = 48,
  SHADOW_LEAF_BITS = 30,
  SHADOW_GRANULE_BITS = 3,
  SHADOW_GRANULE = 1 << SHADOW_GRANULE_BITS,
  SHADOW_LEAVES = 1 << (SHADOW_ADDRESS_BITS - SHADOW_LEAF_BITS),
  SHADOW_LEAF_CELLS = 1 << (SHADOW_LEAF_BITS - SHADOW_GRANULE_BITS),
};

/* All zero is an empty shadow. `cell_size` is passed by every caller, and always the same for one
 * shadow, so that it is a constant where cells are looked up. */
struct shadow {
  char *leaves[SHADOW_LEAVES];
};

void *shadow_new_leaf(struct shadow *shadow, uint64_t addr, size_t cell_size);

/* Forgets every cell: all read as zero. */
void shadow_clear(struct shadow *shadow, size_t cell_size);

/* Forgets the cells of every granule that a range of addresses touches. */
void shadow_clear_range(struct shadow *shadow, uint64_t addr, uint64_t size, size_t cell_size);

/* The pieces of a range of addresses, in their order, without those of a long one whose cells were
 * never written. Begins with a piece that ends where the range begins. False: that was the last. */
struct shadow_piece {
  uint64_t begin, end;
};
bool shadow_next_piece(const struct shadow *shadow, uint64_t end, size_t cell_size, uint64_t size,
                       struct shadow_piece *piece);

/* The cell of an address, or NULL where there was never one. */
static inline void *shadow_find(const struct shadow *shadow, uint64_t addr, size_t cell_size) {
  char *leaf = shadow->leaves[addr >> SHADOW_LEAF_BITS & (SHADOW_LEAVES - 1)];
  if (__builtin_expect(leaf == NULL, 0))
    return NULL;
  return leaf + (addr >> SHADOW_GRANULE_BITS & (SHADOW_LEAF_CELLS - 1)) * cell_size;
}

/* The cell of an address, which reads as zero if it was never written. */
static inline void *shadow_cell(struct shadow *shadow, uint64_t addr, size_t cell_size) {
  void *cell = shadow_find(shadow, addr, cell_size);
  return __builtin_expect(cell != NULL, 1) ? cell : shadow_new_leaf(shadow, addr, cell_size);
}

/* Which bytes of its granule an access of `size` bytes that does not leave it touches. */
static inline uint32_t shadow_bytes(uint64_t addr, uint64_t size) {
  return ((1u << size) - 1) << (addr & (SHADOW_GRANULE - 1));
}

static inline int shadow_in_one_granule(uint64_t addr, uint64_t size) {
  return (addr & (SHADOW_GRANULE - 1)) + size <= SHADOW_GRANULE;
}

#endif
