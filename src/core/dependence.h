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
  RV_CLASS_RELEASE,
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
  const bool none = op->kind == RV_OP_NONE || op->kind == RV_OP_FENCE || op->kind == RV_OP_CHOOSE;
  return none || op->access.size == 0 ? 0 : 1u + op->more_count;
}

static inline const struct rv_access *rv_access(const struct rv_op *op, unsigned i) {
  return i == 0 ? &op->access : &op->more[i - 1];
}

enum rv_class rv_class_of(const struct rv_op *op, const struct rv_access *access);

bool rv_dependent(const struct rv_op *a, const struct rv_op *b);

#endif
