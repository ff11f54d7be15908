#include "core/follow.h"

#include <string.h>

#include "core/dependence.h"

void rv_follow_steps_init(struct rv_follow_steps *steps, const struct rv_memory *memory) {
  rv_pool_init(&steps->pool, memory);
}

void rv_follow_steps_clear(struct rv_follow_steps *steps) {
  rv_pool_clear(&steps->pool);
  memset(steps->table, 0, sizeof steps->table);
  steps->at = NULL;
  steps->n = steps->capacity = 0;
}

struct rv_follow *rv_follow_new(struct rv_follow_steps *steps) {
  struct rv_follow *const follow = rv_pool_alloc(&steps->pool, sizeof *follow);
  *follow = (struct rv_follow){0};
  return follow;
}

/* --- numbers -----------------------------------------------------------------------------------
 */

static bool is_same_access(const struct rv_access *a, const struct rv_access *b) {
  return a->addr == b->addr && a->size == b->size && a->mode == b->mode;
}

static bool is_same_step(const struct rv_follow_step *step, rv_tid thread, const struct rv_op *op) {
  if (step->thread != thread || step->op.kind != op->kind || step->op.flags != op->flags ||
      step->op.more_count != op->more_count)
    return false;
  for (unsigned i = 0; i < rv_access_count(op); i++)
    if (!is_same_access(rv_access(&step->op, i), rv_access(op, i)))
      return false;
  return true;
}

static struct rv_follow_step *step_new(struct rv_follow_steps *steps, rv_tid thread,
                                       const struct rv_op *op) {
  struct rv_follow_step *const step = rv_pool_alloc(&steps->pool, sizeof *step);
  *step = (struct rv_follow_step){.thread = thread, .op = *op, .number = steps->n};
  if (op->more_count) {
    const size_t bytes = op->more_count * sizeof *op->more;
    step->op.more = memcpy(rv_pool_alloc(&steps->pool, bytes), op->more, bytes);
  }
  if (steps->n == steps->capacity) {
    const uint32_t capacity = steps->capacity ? 2 * steps->capacity : 64;
    steps->at = rv_pool_widen(&steps->pool, steps->at, steps->capacity * sizeof *steps->at,
                              capacity * sizeof *steps->at);
    steps->capacity = capacity;
  }
  steps->at[steps->n++] = step;
  return step;
}

static uint32_t step_number(struct rv_follow_steps *steps, rv_tid thread, const struct rv_op *op) {
  const uint64_t hash = (op->access.addr + thread) * UINT64_C(0x9e3779b97f4a7c15) >> 54;
  struct rv_follow_step **const head = &steps->table[hash % RV_FOLLOW_TABLE];
  for (const struct rv_follow_step *s = *head; s; s = s->next)
    if (is_same_step(s, thread, op))
      return s->number;
  struct rv_follow_step *const step = step_new(steps, thread, op);
  step->next = *head;
  *head = step;
  return step->number;
}

/* --- sets --------------------------------------------------------------------------------------
 */

static void follow_widen(struct rv_follow_steps *steps, struct rv_follow *follow, uint32_t words) {
  if (words <= follow->words)
    return;
  const uint32_t wider = words < 2 ? 2 : words + words / 2;
  follow->steps = rv_pool_widen(&steps->pool, follow->steps, follow->words * sizeof *follow->steps,
                                wider * sizeof *follow->steps);
  memset(follow->steps + follow->words, 0, (wider - follow->words) * sizeof *follow->steps);
  follow->words = wider;
}

void rv_follow_add(struct rv_follow_steps *steps, struct rv_follow *follow, rv_tid thread,
                   const struct rv_op *op) {
  if (!rv_access_count(op) && op->kind != RV_OP_AWAIT && !(op->flags & RV_OP_VARIES))
    return;
  const uint32_t number = step_number(steps, thread, op);
  follow_widen(steps, follow, number / 64 + 1);
  rv_bit_add(follow->steps, number);
}

void rv_follow_join(struct rv_follow_steps *steps, struct rv_follow *follow,
                    const struct rv_follow *other) {
  follow_widen(steps, follow, other->words);
  for (uint32_t i = 0; i < other->words; i++)
    follow->steps[i] |= other->steps[i];
}

void rv_follow_each(struct rv_explorer *x, const struct rv_follow_steps *steps,
                    const struct rv_follow *follow,
                    void (*meet)(struct rv_explorer *x, const struct rv_follow_step *step)) {
  for (uint32_t i = rv_bits_next(follow->steps, follow->words, 0); i != RV_NO_THREAD;
       i = rv_bits_next(follow->steps, follow->words, i + 1))
    meet(x, steps->at[i]);
}
