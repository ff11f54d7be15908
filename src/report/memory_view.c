#include "report/memory_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/buffer.h"

static int by_piece_address(const void *a, const void *b) {
  const struct shared_region *const *x = a, *const *y = b;
  return ((*x)->addr > (*y)->addr) - ((*x)->addr < (*y)->addr);
}

static const struct shared_region **added(const struct shared_region **list, uint32_t *n,
                                          const struct shared_region *region) {
  if ((*n & (*n - 1)) == 0)
    list = must_realloc(list, (*n ? 2 * *n : 1) * sizeof *list);
  list[(*n)++] = region;
  return list;
}

void memory_view_open(struct memory_view *view, const void *image, uint64_t size) {
  *view = (struct memory_view){0};
  for (uint64_t at = 0; image && size - at >= sizeof(struct shared_region);) {
    const struct shared_region *region = (const void *)((const char *)image + at);
    const uint64_t rest = size - at - sizeof *region, kept = region->kept;
    if (kept > rest || kept > region->size)
      break;
    if (region->kind == REGION_FRAME)
      view->frames = added(view->frames, &view->n_frames, region);
    else if (region->kind == REGION_REGISTERS)
      view->registers = added(view->registers, &view->n_registers, region);
    else
      view->regions = added(view->regions, &view->n, region);
    at += sizeof *region + ((kept + 7) & ~UINT64_C(7));
    if (at > size)
      break;
  }
  if (view->n)
    qsort(view->regions, view->n, sizeof *view->regions, by_piece_address);
}

void memory_view_close(struct memory_view *view) {
  free(view->regions);
  free(view->frames);
  free(view->registers);
  *view = (struct memory_view){0};
}

const struct shared_region *memory_view_find(const struct memory_view *view, uint64_t address) {
  uint32_t low = 0, high = view->n; /* the first region above `address` */
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (view->regions[middle]->addr <= address)
      low = middle + 1;
    else
      high = middle;
  }
  const struct shared_region *found = low ? view->regions[low - 1] : NULL;
  return found && address - found->addr < found->size ? found : NULL;
}

bool memory_view_read(const struct memory_view *view, uint64_t address, uint64_t *word) {
  const struct shared_region *region = memory_view_find(view, address);
  if (!region || address - region->addr + sizeof *word > region->kept)
    return false;
  memcpy(word, (const char *)(region + 1) + (address - region->addr), sizeof *word);
  return true;
}
