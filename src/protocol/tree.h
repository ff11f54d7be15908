/*
 * The exploration tree of a small search (runtime/tree.h): a node for each step that was explored,
 * in the order area, which only recordings use otherwise; what the step did is in the record area.
 */
#ifndef RAVEL_PROTOCOL_TREE_H
#define RAVEL_PROTOCOL_TREE_H

#include <stdint.h>

enum {
  TREE_MAX_EXECUTIONS = 5000,
  TREE_MAX_NODES = 100000,
  TREE_MAX_PLANS = 20000,
  TREE_MAX_PLAN_STEPS = 1 << 20,
  TREE_ERROR_UNKNOWN = UINT16_MAX,
};

/* A step, or the initial state: node 0. */
struct shared_node {
  uint32_t parent;
  uint32_t thread, choice;
  uint32_t record; /* what it did: one more than its number; 0: that is not known */
  /* A step that begins a branch: the two steps whose order the branch reverses, as nodes; 0: there
   * is none, or the second step had not been made. It is the index-th of `late`. */
  uint32_t first, second, late, index;
  uint16_t ending;    /* enum rv_ending, where an execution ended; RV_RUNNING: by an error */
  uint16_t error;     /* it had: one more than its number; 0: none */
  uint32_t execution; /* that ended with this step, from 1; 0: none did */
};

/* A branch that will be explored: from a node on, steps of the list. */
struct tree_plan {
  uint32_t from;
  uint32_t first, second, late, index;
  uint32_t steps, n_steps; /* 0: it has begun */
};

struct tree_step {
  uint32_t thread, choice;
};

struct shared_tree {
  uint32_t full; /* the search was larger than this: nothing more is added */
  uint32_t n_nodes, n_executions;
  uint32_t length; /* of the execution that was explored last: its nodes are */
  uint32_t path[TREE_MAX_NODES + 1];
  uint32_t made[TREE_MAX_NODES + 1]; /* the records of its steps, and of the one under way */
  struct shared_node nodes[TREE_MAX_NODES];
  uint32_t n_plans, n_steps;
  struct tree_plan plans[TREE_MAX_PLANS];
  struct tree_step steps[TREE_MAX_PLAN_STEPS];
};

#endif
