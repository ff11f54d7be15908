#include "core/clock.h"

#include <assert.h>
#include <string.h>

struct rv_clock *rv_clock_copy(const struct rv_clock *clock, uint32_t n, struct rv_arena *arena) {
  struct rv_clock *const copy = rv_arena_alloc(arena, sizeof *copy + n * sizeof *copy->at);
  const uint32_t known = clock ? clock->n : 0;
  assert(known <= n);
  copy->n = n;
  if (known)
    memcpy(copy->at, clock->at, known * sizeof *copy->at);
  memset(copy->at + known, 0, (n - known) * sizeof *copy->at);
  return copy;
}

void rv_clock_join(struct rv_clock *clock, const struct rv_clock *other, rv_tid thread,
                   uint32_t index) {
  assert(thread < clock->n);
  const uint32_t known = other ? other->n : 0;
  const uint32_t own = clock->at[thread];
  for (uint32_t i = 0; i < known; i++)
    if (clock->at[i] < other->at[i])
      clock->at[i] = other->at[i];
  clock->at[thread] = own < index ? index : own;
}
