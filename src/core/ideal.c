#include "core/ideal.h"

#include <string.h>

void rv_ideal_all(struct rv_ideal *ideal, const struct rv_event **at, uint32_t n,
                  struct rv_arena *arena) {
  *ideal =
      (struct rv_ideal){.at = at, .in = rv_arena_alloc(arena, (n + 1) * sizeof *ideal->in), .n = n};
  memset(ideal->in, true, n);
}

void rv_ideal_without(struct rv_ideal *ideal, uint32_t out) {
  ideal->in[out] = false;
  for (uint32_t i = out + 1; i < ideal->n; i++) {
    ideal->in[i] = true;
    for (uint32_t j = 0; j < i && ideal->in[i]; j++)
      ideal->in[i] = ideal->in[j] || !rv_happens_before(ideal->at[j], ideal->at[i]);
  }
}

bool rv_ideal_next(struct rv_ideal *ideal, uint32_t fixed) {
  uint32_t last = ideal->n;
  while (last > fixed && (!ideal->in[last - 1] || (ideal->stays && ideal->stays[last - 1])))
    last--;
  if (last == fixed)
    return false;
  rv_ideal_without(ideal, last - 1);
  return true;
}
