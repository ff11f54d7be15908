/*
 * Which operations of different threads depend on each other: every rule is here.
 *
 * Every access of an operation belongs to a class, and a table says which classes conflict.
 * Operations are dependent when two of their accesses overlap and the classes conflict.
 */
#ifndef RAVEL_CORE_DEPENDENCE_H
#define RAVEL_CORE_DEPENDENCE_H

#include <stdbool.h>

#include "core/event.h"

enum rv_class {
  RV_CLASS_WRITE,
  RV_CLASS_ACQUIRE, /* a lock, or a trylock that got the mutex */
  RV_CLASS_READ,
  RV_CLASS_REFUSED, /* a trylock that found the mutex held */
  RV_CLASS_ADD,     /* what commutes with its like: an unlock, a post */
  RV_CLASS_UNSEEN,  /* a store whose place among its like nobody can tell */
  RV_CLASSES
};

/* What is of the first two classes conflicts with everything; in each of the others, operations
 * do not conflict with their like. */
static inline bool rv_conflict(enum rv_class a, enum rv_class b) {
  return a != b || a <= RV_CLASS_ACQUIRE;
}

static inline bool rv_overlap(const struct rv_access *a, const struct rv_access *b) {
  return (a->addr - b->addr < b->size && a->size) || (b->addr - a->addr < a->size && b->size);
}

/* The accesses of an operation that can conflict with anything. */
static inline unsigned rv_access_count(const struct rv_op *op) {
  const bool none = op->kind == RV_OP_NONE || op->kind == RV_OP_CHOOSE;
  return none || op->access.size == 0 ? 0 : 1u + op->more_count;
}

static inline const struct rv_access *rv_access(const struct rv_op *op, unsigned i) {
  return i == 0 ? &op->access : &op->more[i - 1];
}

/* The class of an access by the kind of its operation: one that writes, one that adds, and where
 * it only looked (an access that does neither, a trylock that failed). */
struct rv_rule {
  uint8_t writes, adds, looks;
};

extern const struct rv_rule rv_rules[RV_OP_KINDS];

static inline enum rv_class rv_class_of(const struct rv_op *op, const struct rv_access *access) {
  const struct rv_rule *const rule = &rv_rules[op->kind];
  if (op->kind == RV_OP_TRYLOCK)
    return op->flags & RV_OP_FAILED ? rule->looks : rule->writes;
  if (op->flags & RV_OP_UNSEEN)
    return RV_CLASS_UNSEEN;
  return access->mode & RV_WRITE ? rule->writes : access->mode & RV_ADD ? rule->adds : rule->looks;
}

/* The whole question, for operations of several accesses too. */
bool rv_dependent_slowly(const struct rv_op *a, const struct rv_op *b);

/* Most pairs have one access each, and these do not overlap. */
static inline bool rv_dependent(const struct rv_op *a, const struct rv_op *b) {
  if (a->more_count | b->more_count)
    return rv_dependent_slowly(a, b);
  return rv_overlap(&a->access, &b->access) && rv_access_count(a) && rv_access_count(b) &&
         rv_conflict(rv_class_of(a, &a->access), rv_class_of(b, &b->access));
}

/* Where the accesses of an operation fall, as a bit set: in the low half those of reads, in the
 * high half those of everything else, by a hash of the words that they touch. */
static inline uint64_t rv_access_footprint(const struct rv_op *op, const struct rv_access *access) {
  const uint64_t first = access->addr >> 3, last = (access->addr + access->size - 1) >> 3;
  uint64_t bits = last - first > 31 ? UINT32_MAX : 0;
  for (uint64_t word = first; word <= last && bits != UINT32_MAX; word++)
    bits |= UINT64_C(1) << ((uint32_t)word * UINT32_C(0x9e3779b1) >> 27);
  return rv_class_of(op, access) == RV_CLASS_READ ? bits : bits << 32;
}

static inline uint64_t rv_footprint(const struct rv_op *op) {
  uint64_t footprint = 0;
  const unsigned n = rv_access_count(op);
  for (unsigned i = 0; i < n; i++)
    footprint |= rv_access_footprint(op, rv_access(op, i));
  return footprint;
}

/* The footprints of what may depend on an operation have something in common with this. */
static inline uint64_t rv_conflicting_footprint(uint64_t footprint) {
  const uint64_t others = footprint >> 32;
  return footprint << 32 | others << 32 | others;
}

#endif
