#include "core/shared_op.h"

#include <string.h>

static uint32_t bucket_of(const struct rv_shared_ops *ops, const struct rv_op *op) {
  const uint64_t hash = (op->access.addr ^ op->kind) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(hash >> 32) & (ops->size - 1);
}

static bool is_same_access(const struct rv_access *a, const struct rv_access *b) {
  return a->addr == b->addr && a->size == b->size && a->mode == b->mode;
}

static bool is_same(const struct rv_op *a, const struct rv_op *b) {
  bool same = a->kind == b->kind && a->flags == b->flags && a->more_count == b->more_count &&
              a->choices == b->choices && is_same_access(&a->access, &b->access);
  for (uint32_t i = 0; same && i < a->more_count; i++)
    same = is_same_access(&a->more[i], &b->more[i]);
  return same;
}

static void shared_op_put(struct rv_shared_ops *ops, struct rv_shared_op *shared) {
  struct rv_shared_op **const bucket = &ops->buckets[bucket_of(ops, &shared->op)];
  shared->next = *bucket;
  *bucket = shared;
}

static void shared_op_grow(struct rv_shared_ops *ops, struct rv_pool *pool) {
  const struct rv_shared_ops old = *ops;
  ops->size = old.size ? 2 * old.size : 256;
  ops->buckets = rv_pool_alloc(pool, ops->size * sizeof(struct rv_shared_op *));
  memset(ops->buckets, 0, ops->size * sizeof(struct rv_shared_op *));
  for (uint32_t i = 0; i < old.size; i++)
    for (struct rv_shared_op *shared = old.buckets[i]; shared;) {
      struct rv_shared_op *const next = shared->next;
      shared_op_put(ops, shared);
      shared = next;
    }
  if (old.size)
    rv_pool_free(pool, old.buckets, old.size * sizeof(struct rv_shared_op *));
}

static struct rv_shared_op *shared_op_make(struct rv_pool *pool, const struct rv_op *op,
                                           uint8_t verdict, uint64_t footprint) {
  struct rv_shared_op *const shared = rv_pool_alloc(pool, sizeof *shared);
  *shared = (struct rv_shared_op){.op = *op, .footprint = footprint, .verdict = verdict};
  if (op->more_count) {
    const size_t bytes = op->more_count * sizeof *op->more;
    shared->op.more = memcpy(rv_pool_alloc(pool, bytes), op->more, bytes);
  }
  return shared;
}

struct rv_shared_op *rv_shared_op_take(struct rv_shared_ops *ops, struct rv_pool *pool,
                                       struct rv_act act, uint64_t footprint) {
  const struct rv_op *const op = act.op;
  const uint8_t verdict = rv_unjudged(act.verdict);
  if (ops->n == ops->size)
    shared_op_grow(ops, pool);
  struct rv_shared_op *shared = ops->buckets[bucket_of(ops, op)];
  while (shared && !(shared->footprint == footprint && shared->verdict == verdict &&
                     is_same(&shared->op, op)))
    shared = shared->next;
  if (!shared) {
    shared = shared_op_make(pool, op, verdict, footprint);
    shared_op_put(ops, shared);
    ops->n++;
  }
  shared->uses++;
  return shared;
}

void rv_shared_op_leave(struct rv_shared_ops *ops, struct rv_pool *pool,
                        const struct rv_shared_op *left) {
  struct rv_shared_op **at = &ops->buckets[bucket_of(ops, &left->op)];
  while (*at != left)
    at = &(*at)->next;
  struct rv_shared_op *const shared = *at;
  if (--shared->uses)
    return;
  *at = shared->next;
  ops->n--;
  if (shared->op.more_count)
    rv_pool_free(pool, (void *)shared->op.more, shared->op.more_count * sizeof *shared->op.more);
  rv_pool_free(pool, shared, sizeof *shared);
}
