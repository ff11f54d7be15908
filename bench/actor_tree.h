/*
 * Computations that are split in two again and again: an object for each part. When a part is done
 * it adds its result to that of the part it is of. Both halves do so, in any order: two tasks of
 * one object, which reach the same state in both orders.
 */
#ifndef RAVEL_BENCH_ACTOR_TREE_H
#define RAVEL_BENCH_ACTOR_TREE_H

#include <assert.h>
#include <stdlib.h>

#include "ravel_actor.h"

struct tree {
  struct ravel_object object;
  struct tree *parent;
  long sum;
};

static inline void *tree_child(void *parent, size_t size) {
  struct tree *child = calloc(1, size);
  child->parent = parent;
  return child;
}

static void *tree_add(void *self, void *value) {
  struct tree *tree = self;
  tree->sum += (long)value;
  return NULL;
}

/* Calls a method of both halves, and waits until both have reported. */
static inline void tree_await(void *left, void *right, ravel_method method, void *argument) {
  const ravel_future both[] = {ravel_call(left, method, argument),
                               ravel_call(right, method, argument)};
  void *unused[2];
  ravel_await_futures(2, both, unused);
}

static inline void *tree_report(void *self) {
  struct tree *tree = self;
  return ravel_await_future(ravel_call(tree->parent, tree_add, (void *)tree->sum));
}

static void *tree_check(void *self, void *expected) {
  struct tree *tree = self;
  assert(tree->sum == (long)expected);
  return NULL;
}

#endif
