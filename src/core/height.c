#include "core/height.h"

#include "core/bitset.h"

enum { MOST_THREADS = 4096 }; /* that have a height */

static void height_at_least(uint16_t *height, uint16_t other) {
  if (*height < other)
    *height = other;
}

/* Backwards through the trace: next[t] is the height of what thread t does next. */
static void height_go_back(const struct rv_event *event, uint16_t *next) {
  for (uint32_t i = event->n_effects; i-- > 0;) {
    const struct rv_effect *const effect = &event->effects[i];
    if (effect->kind == RV_EFFECT_CREATE)
      height_at_least(&next[effect->thread], next[effect->other]);
    else if (effect->kind == RV_EFFECT_JOIN)
      height_at_least(&next[effect->other], next[effect->thread]);
  }
  uint16_t *const own = &next[event->step.thread];
  *own = (uint16_t)(*own + (*own < UINT16_MAX));
}

void rv_heights_found(struct rv_explorer *x) {
  const rv_tid width = x->trace.width;
  const uint64_t top = x->arena.top;
  if (width > MOST_THREADS)
    return;
  uint16_t *const next = rv_arena_alloc(&x->arena, width * sizeof *next);
  for (rv_tid t = 0; t < width; t++)
    next[t] = 0;
  for (uint64_t i = x->trace.n; i-- > 0;)
    height_go_back(&x->trace.events[i], next);
  for (rv_tid t = 0; t < width; t++)
    rv_fact_number(x, RV_FACT_HEIGHT, (uint64_t)t << 16 | next[t]);
  rv_arena_release(&x->arena, top);
}

void rv_heights_make(struct rv_heights *heights, const struct rv_memory *memory) {
  heights->of = rv_reserve(memory, MOST_THREADS, sizeof *heights->of);
}

static void height_read(struct rv_explorer *x, struct rv_heights *heights) {
  heights->read = true;
  for (uint32_t i = 0; i < x->facts->known; i++)
    if (x->facts->at[i].kind == RV_FACT_HEIGHT)
      heights->of[x->facts->at[i].value >> 16] = (uint16_t)x->facts->at[i].value;
}

static uint16_t height_of(const struct rv_heights *heights, rv_tid thread) {
  return thread < MOST_THREADS ? heights->of[thread] : 0;
}

void rv_heights_keep(struct rv_explorer *x, struct rv_heights *heights, uint64_t *threads,
                     size_t words) {
  if (!rv_fact(x, RV_FACT_HEIGHT))
    return;
  if (!heights->read)
    height_read(x, heights);
  uint16_t highest = 0;
  for (rv_tid t = rv_bits_next(threads, words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(threads, words, t + 1))
    height_at_least(&highest, height_of(heights, t));
  for (rv_tid t = rv_bits_next(threads, words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(threads, words, t + 1))
    if (height_of(heights, t) < highest)
      rv_bit_remove(threads, t);
}
