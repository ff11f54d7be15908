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

bool rv_dependent_slowly(struct rv_act a, struct rv_act b) {
  const unsigned m = rv_access_count(a.op), n = rv_access_count(b.op);
  for (unsigned i = 0; i < m; i++)
    for (unsigned j = 0; j < n; j++) {
      const struct rv_access *const x = rv_access(a.op, i), *const y = rv_access(b.op, j);
      if (rv_overlap(x, y) && rv_conflict(rv_class_as(a, x), rv_class_as(b, y)))
        return true;
    }
  return false;
}

bool rv_is_part(const struct rv_op *op, const struct rv_op *other, bool same_class) {
  for (unsigned i = 0; i < rv_access_count(op); i++) {
    const struct rv_access *const access = rv_access(op, i);
    const enum rv_class class = rv_class_of(op, access);
    bool found = false;
    for (unsigned k = 0; !found && k < rv_access_count(other); k++) {
      const struct rv_access *const there = rv_access(other, k);
      const enum rv_class its = rv_class_of(other, there);
      found = there->addr == access->addr && there->size == access->size &&
              (its == class || (!same_class && its < RV_CLASS_READ));
    }
    if (!found)
      return false;
  }
  return true;
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

static struct rv_act act_at(struct rv_acts acts, uint64_t i) {
  return *(const struct rv_act *)((const char *)acts.first + i * acts.stride);
}

/* The verdict on the first of those from `i` to `end` that are taken for one of these and access
 * what `op` accesses; 0 if there is none. */
static unsigned first_taken_for(struct rv_acts acts, uint64_t i, uint64_t end,
                                const struct rv_op *op, unsigned verdicts) {
  for (; i < end; i++) {
    const struct rv_act other = act_at(acts, i);
    if (other.verdict & verdicts && other.op->access.addr == op->access.addr)
      return other.verdict;
  }
  return 0;
}

bool rv_changes_reads(struct rv_acts acts, uint64_t at, struct rv_act act) {
  if (act.verdict & RV_BOUND)
    return first_taken_for(acts, 0, at, act.op, RV_BLIND);
  if (!(act.verdict & RV_BLIND))
    return false;
  const unsigned first = first_taken_for(acts, 0, at, act.op, RV_BOUND | RV_BLIND);
  if (!first)
    return false;
  if (first & RV_BOUND) /* it reads what was there before */
    return true;
  /* What comes next reads this one, and then the last before it. */
  return first_taken_for(acts, at + 1, acts.n, act.op, RV_BOUND | RV_BLIND) & RV_BOUND;
}

bool rv_is_held(struct rv_acts acts, uint64_t at, struct rv_act act) {
  if (!(act.verdict & RV_UNSEEN))
    return false;
  for (uint64_t i = 0; at < acts.n && i < at; i++)
    if (rv_dependent_as(act_at(acts, i), act_at(acts, at)))
      return true;
  return rv_changes_reads(acts, at, act);
}
