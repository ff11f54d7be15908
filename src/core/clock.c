#include "core/clock.h"

#include <assert.h>

/* Numbers of events are small enough to be compared as signed ones, which takes fewer instructions.
 */
typedef int32_t lanes __attribute__((vector_size(RV_CLOCK_LANES * 4), aligned(4), may_alias));

/* A bit for each lane that is set. */
static inline uint32_t lane_bits(lanes mask) {
  typedef uint64_t halves __attribute__((vector_size(sizeof(lanes))));
  const halves both = (halves)(mask & (lanes){1, 2, 4, 8});
  const uint64_t bits = both[0] | both[1];
  return (uint32_t)(bits | bits >> 32);
}

struct rv_clock *rv_clock_copy(const struct rv_clock *clock, uint32_t n, struct rv_arena *arena) {
  const uint32_t all = (n + RV_CLOCK_LANES - 1) / RV_CLOCK_LANES * RV_CLOCK_LANES;
  struct rv_clock *const copy = rv_arena_alloc(arena, sizeof *copy + all * sizeof *copy->at);
  const uint32_t known = clock ? clock->n : 0;
  assert(known <= all);
  copy->n = all;
  copy->end = clock ? clock->end : 0;
  for (uint32_t i = 0; i < known; i += RV_CLOCK_LANES)
    *(lanes *)&copy->at[i] = *(const lanes *)&clock->at[i];
  for (uint32_t i = known; i < all; i += RV_CLOCK_LANES)
    *(lanes *)&copy->at[i] = (lanes){0};
  return copy;
}

void rv_clock_join(struct rv_clock *clock, const struct rv_clock *other, rv_tid thread,
                   uint32_t index, uint64_t end) {
  assert(thread < clock->n);
  const uint32_t known = other ? other->n : 0;
  const uint32_t own = clock->at[thread];
  for (uint32_t i = 0; i < known; i += RV_CLOCK_LANES) {
    lanes *const to = (lanes *)&clock->at[i];
    const lanes from = *(const lanes *)&other->at[i], newer = from > *to;
    *to = (from & newer) | (*to & ~newer);
  }
  clock->at[thread] = own < index ? index : own;
  if (known && end < other->end)
    end = other->end;
  if (clock->end < end)
    clock->end = (uint32_t)end;
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

bool rv_clock_is_within_slowly(const struct rv_clock *clock, const struct rv_clock *known,
                               rv_tid thread, rv_tid other, uint64_t before,
                               const struct rv_trace *trace) {
  const uint32_t n_known = known ? known->n : 0;
  for (rv_tid first = 0; first < clock->n; first += RV_CLOCK_LANES) {
    const lanes here = *(const lanes *)&clock->at[first];
    const lanes there = first < n_known ? *(const lanes *)&known->at[first] : (lanes){0};
    for (uint32_t more = lane_bits(here > there); more; more &= more - 1) {
      const rv_tid t = first + (rv_tid)__builtin_ctz(more);
      if (t != thread && t != other && trace->threads[t].positions[clock->at[t] - 1] >= before)
        return false;
    }
  }
  return true;
}
