#include "runtime/private.h"

#include "protocol/shared.h"
#include "runtime/pages.h"

enum { PRIVATE_MAX_MARKS = 1 << 28 };

struct shadow private_owners;
uint64_t private_grew;

static uint64_t *marks;
static uint64_t n_marks;

/* A mark is the address of a granule and its last owner, in twelve bits: the bits above say what
 * kind of mark it is. The highest two threads are too high to be known. */
enum { OWNER_SHIFT = 48, OWNER_ATOMIC = 0xfff };

static void share(private_owner *owner, uint64_t addr) {
  if (!marks)
    marks = pages_reserve(PRIVATE_MAX_MARKS * sizeof *marks);
  const uint64_t last = *owner == PRIVATE_ATOMIC ? OWNER_ATOMIC
                        : *owner < OWNER_ATOMIC  ? *owner
                                                 : 0;
  *owner = PRIVATE_SHARED;
  marks[n_marks++] = addr >> SHADOW_GRANULE_BITS << SHADOW_GRANULE_BITS | last << OWNER_SHIFT;
}

static bool touch_granule(rv_tid thread, uint64_t addr) {
  private_owner *owner = shadow_cell(&private_owners, addr, sizeof *owner);
  if (*owner == 0)
    *owner = (private_owner)(thread + 1);
  if (*owner == thread + 1)
    return true;
  if (*owner != PRIVATE_SHARED) {
    share(owner, addr);
    private_grew++;
  }
  return false;
}

bool private_touch_slowly(rv_tid thread, uint64_t addr, uint64_t size) {
  bool is_private = true;
  uint64_t granule = addr >> SHADOW_GRANULE_BITS, end = addr + size;
  for (; size > 0 && granule << SHADOW_GRANULE_BITS < end; granule++)
    is_private &= touch_granule(thread, granule << SHADOW_GRANULE_BITS);
  return is_private;
}

bool private_touch_used(rv_tid thread, uint64_t addr, uint64_t size) {
  bool is_private = true;
  for (struct shadow_piece piece = {.end = addr};
       shadow_next_piece(&private_owners, addr + size, sizeof(private_owner), size, &piece);)
    is_private &= private_touch_slowly(thread, piece.begin, piece.end - piece.begin);
  return is_private;
}

void private_touch_atomically(rv_tid thread, uint64_t addr, uint64_t size) {
  for (uint64_t at = addr - addr % SHADOW_GRANULE; at < addr + size; at += SHADOW_GRANULE) {
    private_owner *const owner = shadow_cell(&private_owners, at, sizeof *owner);
    if (*owner == 0)
      *owner = PRIVATE_ATOMIC;
    else if (*owner != PRIVATE_ATOMIC)
      touch_granule(thread, at);
  }
}

void private_import(uint64_t mark) {
  const uint64_t addr = mark & ((UINT64_C(1) << OWNER_SHIFT) - 1);
  const uint64_t last = mark >> OWNER_SHIFT & OWNER_ATOMIC;
  if (mark & PRIVATE_MARK_LATER)
    *(private_owner *)shadow_cell(&private_owners, addr, sizeof(private_owner)) =
        last == OWNER_ATOMIC ? PRIVATE_ATOMIC : (private_owner)last;
  else
    private_mark(addr);
}

void private_mark(uint64_t addr) {
  private_owner *owner = shadow_cell(&private_owners, addr, sizeof *owner);
  if (*owner != PRIVATE_SHARED)
    share(owner, addr);
}

void private_marks(uint64_t last, void (*callback)(uint64_t mark)) {
  for (uint64_t i = n_marks - (last < n_marks ? last : n_marks); i < n_marks; i++)
    callback(marks[i]);
}
