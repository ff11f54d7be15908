/*
 * The control flow graph of a function: its instructions that can be reached from its beginning,
 * and which can follow which. A function may lie in several parts, and has exception handlers,
 * which follow calls.
 */
#ifndef RAVEL_LIVENESS_FUNCTION_H
#define RAVEL_LIVENESS_FUNCTION_H

#include "liveness/callee.h"
#include "liveness/instruction.h"

enum { MAX_PARTS = 4, MAX_NODES = 1 << 14, MAX_FOLLOWERS = 2, NO_NODE = -1 };

struct node {
  uint64_t address;
  struct step step; /* a jump out of the function is a STEP_TAIL */
  struct callee
      callee; /* of a call, a STEP_TAIL, and a STEP_BRANCH whose second follower is none */
  int32_t followers[MAX_FOLLOWERS]; /* NO_NODE: none */
};

struct function {
  struct callees *callees;
  uint32_t n_parts;
  struct function_part {
    struct binary_part range;
    int32_t *nodes; /* by offset from the beginning: index of a node */
  } parts[MAX_PARTS];
  struct node *nodes; /* the first is where the function begins */
  uint32_t n, capacity;
};

/* The function that `address` is in. False if it has anything that is not understood. In either
 * case it must be freed. */
bool function_build(struct function *function, struct callees *callees, uint64_t address);
void function_free(struct function *function);

/* Whether control may leave the function after this node, but for exceptions. */
static inline bool node_leaves(const struct node *node) {
  return node->step.kind == STEP_RETURN || node->step.kind == STEP_TAIL ||
         (node->step.kind == STEP_BRANCH && node->followers[1] == NO_NODE);
}

#endif
