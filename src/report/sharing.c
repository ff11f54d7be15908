#include "report/sharing.h"

#include <stdlib.h>

#include "report/buffer.h"

/* Memory is looked at in granules of eight bytes; of a long range only the ends are. */
#define GRANULE 8u
enum { MAX_GRANULES = 64 };

struct touch {
  uint64_t granule;
  uint32_t thread;
  bool writes;
};

static bool touches_memory(const struct record *record) {
  return record->size > 0 && (record->kind <= RECORD_CAS_FAILED || record->kind == RECORD_FREE ||
                              record->kind == RECORD_SCOPE_END);
}

static int by_granule(const void *a, const void *b) {
  const struct touch *x = a, *y = b;
  return (x->granule > y->granule) - (x->granule < y->granule);
}

static size_t granules_of(uint64_t addr, uint64_t size, uint64_t *first) {
  *first = addr / GRANULE;
  const uint64_t n = (addr + size - 1) / GRANULE - *first + 1;
  return n < MAX_GRANULES ? (size_t)n : MAX_GRANULES;
}

static struct touch *all_touches(const struct record *records, uint64_t n, size_t *count) {
  uint64_t first;
  size_t total = 0;
  for (uint64_t i = 0; i < n; i++)
    if (touches_memory(&records[i]))
      total += granules_of(records[i].addr, records[i].size, &first);
  struct touch *touches = must_alloc(total * sizeof *touches);
  *count = 0;
  for (uint64_t i = 0; i < n; i++) {
    const struct record *record = &records[i];
    const size_t granules =
        touches_memory(record) ? granules_of(record->addr, record->size, &first) : 0;
    const bool writes = record->kind == RECORD_WRITE || record->kind == RECORD_UPDATE ||
                        record->kind == RECORD_FREE || record->kind == RECORD_SCOPE_END;
    for (size_t k = 0; k < granules; k++)
      touches[(*count)++] = (struct touch){first + k, record->thread, writes};
  }
  return touches;
}

void sharing_find(struct sharing *sharing, const struct record *records, uint64_t n) {
  size_t count;
  struct touch *touches = all_touches(records, n, &count);
  sharing->granules = must_alloc(count * sizeof *sharing->granules);
  sharing->n = 0;
  if (count)
    qsort(touches, count, sizeof *touches, by_granule);
  for (size_t i = 0, end; i < count; i = end) {
    bool written = false, several = false;
    for (end = i; end < count && touches[end].granule == touches[i].granule; end++) {
      written |= touches[end].writes;
      several |= touches[end].thread != touches[i].thread;
    }
    if (written && several)
      sharing->granules[sharing->n++] = touches[i].granule;
  }
  free(touches);
}

/* The first shared granule that is not below `granule` decides. */
bool sharing_is_shared(const struct sharing *sharing, uint64_t addr, uint64_t size) {
  if (size == 0)
    return false;
  size_t low = 0, high = sharing->n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (sharing->granules[middle] < addr / GRANULE)
      low = middle + 1;
    else
      high = middle;
  }
  return low < sharing->n && sharing->granules[low] <= (addr + size - 1) / GRANULE;
}

void sharing_free(struct sharing *sharing) {
  free(sharing->granules);
  *sharing = (struct sharing){0};
}
