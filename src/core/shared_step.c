#include "core/shared_step.h"

#include <string.h>

static uint32_t bucket_of(const struct rv_shared_steps *steps, const struct rv_shared_step *step) {
  const uint64_t key = step->op.access.addr ^ step->op.kind ^ (uint64_t)step->thread << 48;
  return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (steps->size - 1);
}

static bool is_same_access(const struct rv_access *a, const struct rv_access *b) {
  return a->addr == b->addr && a->size == b->size && a->mode == b->mode;
}

static bool is_same_op(const struct rv_op *a, const struct rv_op *b) {
  bool same = a->kind == b->kind && a->flags == b->flags && a->more_count == b->more_count &&
              a->choices == b->choices && is_same_access(&a->access, &b->access);
  for (uint32_t i = 0; same && i < a->more_count; i++)
    same = is_same_access(&a->more[i], &b->more[i]);
  return same;
}

static bool is_same(const struct rv_shared_step *a, const struct rv_shared_step *b) {
  return a->thread == b->thread && a->choice == b->choice && a->footprint == b->footprint &&
         a->verdict == b->verdict && is_same_op(&a->op, &b->op);
}

static void put(struct rv_shared_steps *steps, struct rv_shared_step *step) {
  struct rv_shared_step **const bucket = &steps->buckets[bucket_of(steps, step)];
  step->next = *bucket;
  *bucket = step;
}

static void grow(struct rv_shared_steps *steps, struct rv_pool *pool) {
  const struct rv_shared_steps old = *steps;
  steps->size = old.size ? 2 * old.size : 256;
  steps->buckets = rv_pool_alloc(pool, steps->size * sizeof(struct rv_shared_step *));
  memset(steps->buckets, 0, steps->size * sizeof(struct rv_shared_step *));
  for (uint32_t i = 0; i < old.size; i++)
    for (struct rv_shared_step *step = old.buckets[i]; step;) {
      struct rv_shared_step *const next = step->next;
      put(steps, step);
      step = next;
    }
  if (old.size)
    rv_pool_free(pool, old.buckets, old.size * sizeof(struct rv_shared_step *));
}

static struct rv_shared_step *make(struct rv_pool *pool, const struct rv_shared_step *like) {
  struct rv_shared_step *const step = rv_pool_alloc(pool, sizeof *step);
  *step = *like;
  step->uses = 0;
  if (like->op.more_count) {
    const size_t bytes = like->op.more_count * sizeof *like->op.more;
    step->op.more = memcpy(rv_pool_alloc(pool, bytes), like->op.more, bytes);
  }
  return step;
}

struct rv_shared_step *rv_shared_step_take(struct rv_shared_steps *steps, struct rv_pool *pool,
                                           const struct rv_shared_step *like) {
  if (steps->n == steps->size)
    grow(steps, pool);
  struct rv_shared_step *step = steps->buckets[bucket_of(steps, like)];
  while (step && !is_same(step, like))
    step = step->next;
  if (!step) {
    step = make(pool, like);
    put(steps, step);
    steps->n++;
  }
  step->uses++;
  return step;
}

void rv_shared_step_leave(struct rv_shared_steps *steps, struct rv_pool *pool,
                          struct rv_shared_step *left) {
  if (--left->uses)
    return;
  struct rv_shared_step **at = &steps->buckets[bucket_of(steps, left)];
  while (*at != left)
    at = &(*at)->next;
  *at = left->next;
  steps->n--;
  if (left->op.more_count)
    rv_pool_free(pool, (void *)left->op.more, left->op.more_count * sizeof *left->op.more);
  rv_pool_free(pool, left, sizeof *left);
}
