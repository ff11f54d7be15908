#include "core/sleep.h"

#include "core/bitset.h"
#include "core/dependence.h"

struct rv_sleeper *rv_sleep_add(const struct rv_sleeper *set, const struct rv_event *made,
                                struct rv_arena *arena) {
  struct rv_sleeper *const sleeper = rv_arena_alloc(arena, sizeof *sleeper);
  sleeper->thread = made->step.thread;
  sleeper->choice = made->step.choice;
  sleeper->footprint = made->footprint;
  sleeper->verdict = made->verdict;
  sleeper->doze = 0;
  sleeper->since = 0;
  sleeper->context = false;
  sleeper->next = set;
  rv_op_copy(&sleeper->op, &made->step.op, arena);
  return sleeper;
}

static inline bool wakes(const struct rv_sleeper *sleeper, const struct rv_event *made) {
  return sleeper->thread == made->step.thread ||
         (sleeper->footprint & rv_conflicting_footprint(made->footprint) &&
          rv_dependent(&sleeper->op, &made->step.op));
}

const struct rv_sleeper *rv_sleep_after(const struct rv_sleeper *set, const struct rv_event *made,
                                        struct rv_arena *arena) {
  if (!set)
    return NULL;
  /* Shares the longest tail in which no member wakes up, and copies the rest. */
  const struct rv_sleeper *shared = set;
  for (const struct rv_sleeper *s = set; s; s = s->next)
    if (wakes(s, made))
      shared = s->next;

  const struct rv_sleeper *first = shared, **end = &first;
  for (const struct rv_sleeper *s = set; s != shared; s = s->next)
    if (!wakes(s, made)) {
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
    if (!s->doze && rv_bit(threads, words, s->thread)) {
      rv_bit_remove(threads, s->thread);
      removed++;
    }
  return removed;
}
