/*
 * What threads may still do from where they stand: a control-flow graph that is learnt. Its nodes
 * are the places in the program where threads stood before an operation, and for each of them what
 * comes after that operation. From there, there is an edge to each place where some thread stood
 * next, and to where threads stood first that it created before. A node has all that any thread was
 * seen to do there, with the mutexes that it always held. What may follow a place is what its node
 * and all that can be reached from it have.
 *
 * There is also a node for each thread whose end is waited for. Who waits comes there, and who need
 * not wait any more passes it: whether it has to differs among executions of one trace.
 *
 * So it is known what every thread does that was ever seen, by source place and object, and nothing
 * of values: that a thread uses one slot of a table and another thread another one is not.
 */
#ifndef RAVEL_CORE_FLOW_H
#define RAVEL_CORE_FLOW_H

#include "core/stand.h"

enum { RV_MOST_LOCKS = 4 };

/* An access that may come. */
struct rv_may {
  struct rv_access access;
  uint8_t class;   /* enum rv_class */
  bool blocks;     /* it locks a mutex: it is not made while the mutex is held */
  uint8_t n_locks; /* that were always held */
  uint64_t locks[RV_MOST_LOCKS];
};

/* Those of one node, or of all that follow it. Each comes once. */
struct rv_mays {
  struct rv_may *at;
  uint32_t n, capacity;
};

enum rv_flow_kind {
  RV_FLOW_BEFORE, /* the operation at a place */
  RV_FLOW_AFTER,  /* what follows the operation at a place; of place 0: the start of the program */
  RV_FLOW_JOIN,   /* the end of a thread; the place is its number, */
  RV_FLOW_START,  /* or its start */
};

struct rv_flow_node {
  uint64_t place;
  uint8_t kind; /* enum rv_flow_kind */
  bool varies;  /* an operation there accessed more than was announced */
  struct rv_mays own, following;
  uint64_t followed; /* the version of the graph that `following` was computed from */
  uint32_t *edges, n_edges, most_edges;
  uint64_t visited;
};

struct rv_flow {
  struct rv_pool pool;
  struct rv_flow_node *nodes;
  uint32_t n, capacity;
  uint32_t *table; /* of nodes, by place; one more than the number, 0: none */
  uint32_t *stack;
  uint64_t version; /* changes with all that is learnt */
  uint64_t visit;
  bool locks_fail; /* mutexes were seen to be taken while they were held, or given by others */
};

struct rv_flow *rv_flow_make(const struct rv_memory *memory);
void rv_flow_clear(struct rv_flow *flow);

/* Learns from a new state, and from the event that led there from the state before. */
void rv_flow_learn(struct rv_explorer *x, struct rv_flow *flow, struct rv_stands *stands,
                   const struct rv_stands *before);

/* All that may follow a node; valid until something is learnt. */
const struct rv_mays *rv_flow_following(struct rv_flow *flow, uint32_t node);

#endif
