#include "core/reads_from.h"

struct ops {
  const struct rv_op *const *first;
  size_t stride;
};

static const struct rv_op *op_at(struct ops ops, uint64_t i) {
  return *(const struct rv_op *const *)((const char *)ops.first + i * ops.stride);
}

/* The first from `i` on that is a store to the range of `op` or a bound read of it; NULL if none.
 */
static const struct rv_op *find(struct ops ops, uint64_t i, uint64_t end, const struct rv_op *op,
                                uint8_t flags) {
  for (; i < end; i++) {
    const struct rv_op *const other = op_at(ops, i);
    if (other->flags & flags && other->access.addr == op->access.addr)
      return other;
  }
  return NULL;
}

bool rv_changes_reads(const struct rv_op *const *ops, size_t stride, uint64_t n, uint64_t at,
                      const struct rv_op *op) {
  const struct ops all = {ops, stride};
  const uint8_t touches = RV_OP_BOUND | RV_OP_BLIND;
  if (op->flags & RV_OP_BOUND)
    return find(all, 0, at, op, RV_OP_BLIND);
  if (!(op->flags & RV_OP_BLIND))
    return false;
  const struct rv_op *const first = find(all, 0, at, op, touches);
  if (!first)
    return false;
  if (first->flags & RV_OP_BOUND) /* it reads what was there before */
    return true;
  const struct rv_op *const next = at < n ? find(all, at + 1, n, op, touches) : NULL;
  return next && next->flags & RV_OP_BOUND; /* it reads this one, and then the last before it */
}
