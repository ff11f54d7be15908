#include "core/dependence.h"

const struct rv_rule rv_rules[RV_OP_KINDS] = {
    [RV_OP_MEMORY] = {RV_CLASS_WRITE, RV_CLASS_ADD, RV_CLASS_READ},
    [RV_OP_AWAIT] = {RV_CLASS_WRITE, RV_CLASS_ADD, RV_CLASS_READ},
    [RV_OP_LOCK] = {RV_CLASS_ACQUIRE, RV_CLASS_ACQUIRE, RV_CLASS_ACQUIRE},
    [RV_OP_TRYLOCK] = {RV_CLASS_ACQUIRE, RV_CLASS_ACQUIRE, RV_CLASS_REFUSED},
    [RV_OP_UNLOCK] = {RV_CLASS_ADD, RV_CLASS_ADD, RV_CLASS_ADD},
};

bool rv_only_reads(const struct rv_op *op) {
  for (unsigned i = 0; i < rv_access_count(op); i++)
    if (rv_access(op, i)->mode != RV_READ)
      return false;
  return true;
}

bool rv_dependent_slowly(const struct rv_op *a, const struct rv_op *b) {
  const unsigned m = rv_access_count(a), n = rv_access_count(b);
  for (unsigned i = 0; i < m; i++)
    for (unsigned j = 0; j < n; j++) {
      const struct rv_access *const x = rv_access(a, i), *const y = rv_access(b, j);
      if (rv_overlap(x, y) && rv_conflict(rv_class_of(a, x), rv_class_of(b, y)))
        return true;
    }
  return false;
}

static uint64_t words_bits(const struct rv_access *access) {
  const uint64_t first = access->addr >> 3, last = (access->addr + access->size - 1) >> 3;
  uint64_t bits = last - first > 31 ? UINT32_MAX : 0;
  for (uint64_t word = first; word <= last && bits != UINT32_MAX; word++)
    bits |= rv_word_bit(word);
  return bits;
}

uint64_t rv_footprint_slowly(const struct rv_op *op) {
  uint64_t footprint = 0;
  const unsigned n = rv_access_count(op);
  for (unsigned i = 0; i < n; i++) {
    const struct rv_access *const access = rv_access(op, i);
    const uint64_t bits = words_bits(access);
    footprint |= rv_class_of(op, access) == RV_CLASS_READ ? bits : bits << 32;
  }
  return footprint;
}

/* --- messages -----------------------------------------------------------------------------------
 */

static bool takes(const struct rv_op *receive, const struct rv_op *send,
                  enum rv_send_access access) {
  return rv_access_count(receive) && rv_overlap(&receive->access, rv_access(send, access));
}

bool rv_tells_apart(const struct rv_op *receive, const struct rv_op *a, const struct rv_op *b) {
  if (takes(receive, a, RV_SEND_AS_ANY) || takes(receive, b, RV_SEND_AS_ANY))
    return true;
  return rv_overlap(rv_access(a, RV_SEND_TAG), rv_access(b, RV_SEND_TAG)) &&
         (takes(receive, a, RV_SEND_BY_TAG) || takes(receive, b, RV_SEND_BY_TAG));
}

/* --- reads-from ---------------------------------------------------------------------------------
 */

struct ops {
  const struct rv_op *const *first;
  size_t stride;
};

static const struct rv_op *op_at(struct ops ops, uint64_t i) {
  return *(const struct rv_op *const *)((const char *)ops.first + i * ops.stride);
}

/* The first from `i` on that is a store to the range of `op` or a bound read of it; NULL if none.
 */
static const struct rv_op *dependence_find(struct ops ops, uint64_t i, uint64_t end,
                                           const struct rv_op *op, uint8_t flags) {
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
    return dependence_find(all, 0, at, op, RV_OP_BLIND);
  if (!(op->flags & RV_OP_BLIND))
    return false;
  const struct rv_op *const first = dependence_find(all, 0, at, op, touches);
  if (!first)
    return false;
  if (first->flags & RV_OP_BOUND) /* it reads what was there before */
    return true;
  const struct rv_op *const next = at < n ? dependence_find(all, at + 1, n, op, touches) : NULL;
  return next && next->flags & RV_OP_BOUND; /* it reads this one, and then the last before it */
}
