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

uint64_t rv_clock_complete(const struct rv_clock *clock, rv_tid thread, uint32_t index,
                           const struct rv_trace *trace) {
  uint64_t complete = index ? trace->threads[thread].positions[index - 1] + UINT64_C(1) : 0;
  const uint32_t n = clock ? clock->n : 0;
  for (rv_tid t = 0; t < n; t++)
    if (t != thread && clock->at[t]) {
      const uint64_t position = trace->threads[t].positions[clock->at[t] - 1] + UINT64_C(1);
      complete = complete < position ? position : complete;
    }
  return complete;
}
