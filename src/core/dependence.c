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
