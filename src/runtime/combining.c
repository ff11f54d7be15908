#include "runtime/combining.h"

#include <string.h>

#include "runtime/access.h"
#include "runtime/atomic_block.h"
#include "runtime/liveness.h"
#include "runtime/shadow.h"

/* What each byte of a granule has been combined with, in any execution so far. 0: nothing yet. */
struct combined {
  uint8_t with[SHADOW_GRANULE];
};

enum { COMBINED_IN_VAIN = 0xff };

static struct shadow combined;

void combining_import(uint64_t mark) {
  struct combined *const granule = shadow_cell(&combined, mark & ~COMBINING_MARK, sizeof *granule);
  memset(granule->with, COMBINED_IN_VAIN, sizeof granule->with);
}

static void kinds_meet(uint64_t addr) {
  const uint64_t mark = addr / SHADOW_GRANULE * SHADOW_GRANULE | COMBINING_MARK;
  combining_import(mark);
  note_mark(mark);
}

/* The same kind is also of the same size: a carry does not commute with what it runs into. */
static bool is_only_kind(enum combining kind, uint64_t addr, uint32_t size) {
  struct combined *const granule = shadow_cell(&combined, addr, sizeof *granule);
  uint8_t *const with = granule->with + addr % SHADOW_GRANULE;
  const uint8_t this = (uint8_t)(1 + 16 * kind + size);
  for (uint32_t i = 0; i < size; i++) {
    if (with[i] == COMBINED_IN_VAIN)
      return false;
    if (with[i] && with[i] != this) {
      kinds_meet(addr);
      return false;
    }
    with[i] = this;
  }
  return true;
}

uint32_t combining_mode(enum combining kind, uint64_t addr, uint32_t size, uint64_t pc) {
  const bool commutes = kind != COMBINING_NOTHING && !rt.until_weak && size <= SHADOW_GRANULE &&
                        addr % size == 0 && !in_atomic_block() && !rt.current->await && !rt.solo &&
                        liveness_ignores_result(pc) && is_only_kind(kind, addr, size);
  return commutes ? RV_ADD : RV_READ | RV_WRITE;
}
