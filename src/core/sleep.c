#include "core/sleep.h"

#include "core/bitset.h"
#include "core/dependence.h"
#include "core/trace.h"

const struct rv_sleeper *rv_sleep_add(const struct rv_sleeper *set, const struct rv_replay *step,
                                      struct rv_arena *arena) {
  struct rv_sleeper *const sleeper = rv_arena_alloc(arena, sizeof *sleeper);
  sleeper->thread = step->thread;
  sleeper->choice = step->choice;
  sleeper->next = set;
  rv_op_copy(&sleeper->op, &step->op, arena);
  return sleeper;
}

static bool wakes(const struct rv_sleeper *sleeper, const struct rv_replay *step) {
  return sleeper->thread == step->thread || rv_dependent(&sleeper->op, &step->op);
}

const struct rv_sleeper *rv_sleep_after(const struct rv_sleeper *set, const struct rv_replay *step,
                                        struct rv_arena *arena) {
  /* The longest tail in which nobody wakes up is shared, the rest is copied. */
  const struct rv_sleeper *shared = set;
  for (const struct rv_sleeper *s = set; s; s = s->next)
    if (wakes(s, step))
      shared = s->next;

  const struct rv_sleeper *first = shared, **end = &first;
  for (const struct rv_sleeper *s = set; s != shared; s = s->next)
    if (!wakes(s, step)) {
      struct rv_sleeper *const copy = rv_arena_alloc(arena, sizeof *copy);
      *copy = *s;
      copy->next = shared;
      *end = copy;
      end = &copy->next;
    }
  return first;
}

unsigned rv_sleep_remove(const struct rv_sleeper *set, uint64_t *threads, size_t words) {
  unsigned removed = 0;
  for (const struct rv_sleeper *s = set; s; s = s->next)
    if (rv_bit(threads, words, s->thread)) {
      rv_bit_remove(threads, s->thread);
      removed++;
    }
  return removed;
}
