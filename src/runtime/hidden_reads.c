#include "runtime/hidden_reads.h"

#include "runtime/access.h"
#include "runtime/shadow.h"

/* Bytes of a granule, in any execution so far. */
struct cell {
  uint8_t stored; /* by an event */
  uint8_t read;   /* by something that is none, when they had been stored */
};

static struct shadow cells;

enum { BYTES_SHIFT = 48 };

static uint64_t part_in_granule(uint64_t addr, uint64_t size) {
  const uint64_t rest = SHADOW_GRANULE - addr % SHADOW_GRANULE;
  return size < rest ? size : rest;
}

uint32_t hidden_reads_store(uint64_t addr, uint64_t size) {
  uint32_t blind = RV_OP_BLIND;
  for (uint64_t n; size > 0; addr += n, size -= n) {
    n = part_in_granule(addr, size);
    struct cell *const cell = shadow_cell(&cells, addr, sizeof *cell);
    cell->stored |= (uint8_t)shadow_bytes(addr, n);
    if (cell->read & shadow_bytes(addr, n))
      blind = 0;
  }
  return blind;
}

void hidden_reads_note(uint64_t addr, uint64_t size) {
  for (uint64_t n; size > 0; addr += n, size -= n) {
    n = part_in_granule(addr, size);
    struct cell *const cell = shadow_find(&cells, addr, sizeof *cell);
    const uint64_t news = cell ? shadow_bytes(addr, n) & cell->stored & ~cell->read : 0;
    if (!news)
      continue;
    cell->read |= (uint8_t)news;
    note_mark(addr / SHADOW_GRANULE * SHADOW_GRANULE | news << BYTES_SHIFT | HIDDEN_READ_MARK);
  }
}

/* The mark of no address stands for all of them. */
void hidden_reads_anywhere(void) {
  if (!rt.observers)
    return;
  rt.observers = false;
  note_mark(HIDDEN_READ_MARK);
}

void hidden_reads_import(uint64_t mark) {
  if (mark == HIDDEN_READ_MARK) {
    rt.observers = false;
    return;
  }
  const uint64_t addr = mark & ((UINT64_C(1) << BYTES_SHIFT) - 1);
  struct cell *const cell = shadow_cell(&cells, addr, sizeof *cell);
  cell->read |= (uint8_t)(mark >> BYTES_SHIFT);
}
