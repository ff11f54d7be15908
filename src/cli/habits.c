#include "cli/habits.h"

#include <string.h>

static void advise(struct habits *h, const char *text) {
  for (uint32_t i = 0; i < h->n_advice; i++)
    if (strcmp(h->advice[i], text) == 0)
      return;
  if (h->n_advice < h->most)
    h->advice[h->n_advice++] = text;
}

/* The thread's next step after one, or the one before it; NULL: there is none. */
static const struct habit_step *next_of(const struct habits *h, uint32_t i) {
  for (uint32_t k = i + 1; k < h->n; k++)
    if (h->steps[k].step->thread == h->steps[i].step->thread)
      return &h->steps[k];
  return NULL;
}

static const struct habit_step *last_of(const struct habits *h, uint32_t i) {
  for (uint32_t k = i; k-- > 0;)
    if (h->steps[k].step->thread == h->steps[i].step->thread)
      return &h->steps[k];
  return NULL;
}

static bool is_on(const struct habit_step *step, enum rv_op_kind kind, uint64_t object) {
  return step && step->step->kind == kind && step->step->object == object;
}

/* --- workers ---------------------------------------------------------------------------------- */

static bool makes_executions(const struct habits *h, uint32_t thread) {
  for (uint32_t i = 0; i < h->n; i++)
    if (h->steps[i].counts && h->steps[i].step->thread == thread)
      return true;
  return false;
}

/* Whether an earlier thread begins in the same function. */
static bool is_known_start(const struct habits *h, uint32_t thread) {
  for (uint32_t i = 1; i < thread; i++)
    if (strcmp(h->starts[i], h->starts[thread]) == 0)
      return true;
  return false;
}

static void find_workers(struct habits *h) {
  const struct shared *shared = h->shared;
  for (uint32_t first = 1; first < shared->n_threads; first++) {
    uint32_t n = 0;
    if (is_known_start(h, first))
      continue;
    for (uint32_t i = first; i < shared->n_threads; i++)
      n += strcmp(h->starts[i], h->starts[first]) == 0 && makes_executions(h, i);
    if (n > 2 && *h->starts[first])
      advise(h, arena_printf(h->arena, "%u threads run %s: with %u there are far fewer executions",
                             n, h->starts[first], n - 1));
  }
}

/* --- counters --------------------------------------------------------------------------------- */

static bool is_update(const struct habit_step *step) {
  return step->step->kind == RV_OP_MEMORY && step->step->mode == (RV_READ | RV_WRITE) &&
         !step->step->compares && !step->step->synchronises;
}

/* A compare-and-swap that has succeeded, of what the step before it in the thread has read. In a
 * loop that tries again it waits until it succeeds. */
static bool is_retried(const struct habits *h, uint32_t i) {
  const struct rv_profile_step *step = h->steps[i].step;
  const struct habit_step *last = last_of(h, i);
  const bool swaps = step->kind == RV_OP_AWAIT || (step->kind == RV_OP_MEMORY && step->compares);
  return swaps && step->mode == (RV_READ | RV_WRITE) && last && last->step->mode == RV_READ &&
         last->step->object == step->object;
}

static bool is_also_updated(const struct habits *h, const struct habit_step *step) {
  for (uint32_t i = 0; i < h->n; i++)
    if (is_update(&h->steps[i]) && h->steps[i].step->object == step->step->object &&
        h->steps[i].step->thread != step->step->thread)
      return true;
  return false;
}

static bool is_also_retried(const struct habits *h, const struct habit_step *step) {
  for (uint32_t i = 0; i < h->n; i++)
    if (is_retried(h, i) && h->steps[i].step->object == step->step->object &&
        h->steps[i].step->thread != step->step->thread)
      return true;
  return false;
}

static void find_counters(struct habits *h) {
  for (uint32_t i = 0; i < h->n; i++) {
    const struct habit_step *step = &h->steps[i], *next = next_of(h, i);
    if (!step->counts || !step->own || !*step->object)
      continue;
    if (is_retried(h, i) && is_also_retried(h, step))
      advise(h, arena_printf(h->arena,
                             "%s tries again until its compare-and-swap of %s succeeds: if it "
                             "counts, atomic_fetch_add is one step, and is not reordered",
                             step->place, step->object));
    if (step->step->kind != RV_OP_MEMORY)
      continue;
    if (is_update(step) && is_also_updated(h, step))
      advise(h, arena_printf(h->arena,
                             "%s uses what it finds in %s: additions whose result is not used "
                             "are not reordered",
                             step->place, step->object));
    if (step->step->mode == RV_READ && is_on(next, RV_OP_MEMORY, step->step->object) &&
        next->step->mode == RV_WRITE && strcmp(step->place, next->place) == 0)
      advise(h, arena_printf(h->arena,
                             "%s reads and writes %s in two steps: if it counts, atomic_fetch_add "
                             "is one, and is not reordered",
                             step->place, step->object));
  }
}

/* --- locks ------------------------------------------------------------------------------------ */

/* Whether everybody who unlocks the one locks the other next, and nobody locks that otherwise; and
 * how many threads do. */
static uint32_t always_follows(const struct habits *h, uint64_t first, uint64_t second) {
  uint64_t seen = 0;
  for (uint32_t i = 0; i < h->n; i++) {
    const struct habit_step *step = &h->steps[i];
    if (is_on(step, RV_OP_UNLOCK, first)) {
      if (!is_on(next_of(h, i), RV_OP_LOCK, second))
        return 0;
      seen |= UINT64_C(1) << step->step->thread % 64;
    }
    if (is_on(step, RV_OP_LOCK, second) && !is_on(last_of(h, i), RV_OP_UNLOCK, first))
      return 0;
  }
  return (uint32_t)__builtin_popcountll(seen);
}

static void find_locks(struct habits *h) {
  for (uint32_t i = 0; i < h->n; i++) {
    const struct habit_step *step = &h->steps[i], *next = next_of(h, i);
    if (step->step->kind == RV_OP_UNLOCK && next && next->step->kind == RV_OP_LOCK &&
        next->step->object != step->step->object &&
        always_follows(h, step->step->object, next->step->object) > 1)
      advise(h, arena_printf(h->arena,
                             "%s is always locked right after %s: one critical section for both "
                             "has fewer orders",
                             next->object, step->object));
  }
}

/* --- blocks ----------------------------------------------------------------------------------- */

static bool is_start(const struct habits *h, const char *function) {
  for (uint32_t i = 0; i < h->shared->n_threads; i++)
    if (strcmp(h->starts[i], function) == 0)
      return true;
  return strcmp(function, "main") == 0;
}

/* How many steps of memory a thread makes in a row in the function that it is in. */
static uint32_t steps_in_row(const struct habits *h, uint32_t i) {
  const char *function = h->steps[i].function;
  const rv_tid thread = h->steps[i].step->thread;
  uint32_t n = 0;
  for (; i < h->n; i++) {
    if (h->steps[i].step->thread != thread)
      continue;
    if (h->steps[i].step->kind != RV_OP_MEMORY || strcmp(h->steps[i].function, function) != 0)
      break;
    n++;
  }
  return n;
}

static void find_blocks(struct habits *h) {
  for (uint32_t i = 0; i < h->n; i++) {
    const struct habit_step *step = &h->steps[i];
    const uint32_t in_row = step->counts && step->own && *step->function ? steps_in_row(h, i) : 0;
    if (in_row > 1 && !is_start(h, step->function))
      advise(h, arena_printf(h->arena,
                             "%s makes several steps: if another test shows it to be right, "
                             "ravel_atomic { ... } makes a call one",
                             step->function));
  }
}

void habits_find(struct habits *h) {
  find_workers(h);
  find_counters(h);
  find_locks(h);
  find_blocks(h);
}
