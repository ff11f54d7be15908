#include "core/dependence.h"

/* The class of an access by the kind of its operation: as it is, and where it only looked (an
 * access that does not write, a trylock that failed). */
static const struct {
  enum rv_class changes, looks;
} rules[RV_OP_KINDS] = {
    [RV_OP_MEMORY] = {RV_CLASS_WRITE, RV_CLASS_READ},
    [RV_OP_AWAIT] = {RV_CLASS_READ, RV_CLASS_READ},
    [RV_OP_LOCK] = {RV_CLASS_ACQUIRE, RV_CLASS_ACQUIRE},
    [RV_OP_TRYLOCK] = {RV_CLASS_ACQUIRE, RV_CLASS_REFUSED},
    [RV_OP_UNLOCK] = {RV_CLASS_RELEASE, RV_CLASS_RELEASE},
};

enum rv_class rv_class_of(const struct rv_op *op, const struct rv_access *access) {
  const bool looked =
      op->kind == RV_OP_TRYLOCK ? op->flags & RV_OP_FAILED : !(access->mode & RV_WRITE);
  return looked ? rules[op->kind].looks : rules[op->kind].changes;
}

bool rv_dependent(const struct rv_op *a, const struct rv_op *b) {
  const unsigned m = rv_access_count(a), n = rv_access_count(b);
  for (unsigned i = 0; i < m; i++)
    for (unsigned j = 0; j < n; j++) {
      const struct rv_access *const x = rv_access(a, i), *const y = rv_access(b, j);
      if (rv_overlap(x, y) && rv_conflict(rv_class_of(a, x), rv_class_of(b, y)))
        return true;
    }
  return false;
}
