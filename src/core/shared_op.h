/*
 * Operations that many nodes of wakeup trees have in common, each kept once: trees can have a node
 * for every second trace, and few programs have more than some hundred different operations.
 */
#ifndef RAVEL_CORE_SHARED_OP_H
#define RAVEL_CORE_SHARED_OP_H

#include "core/dependence.h"
#include "core/memory.h"

struct rv_shared_op {
  struct rv_op op;
  uint64_t footprint;
  uint8_t verdict;           /* what it is taken for, while it is not known what follows */
  struct rv_shared_op *next; /* in its bucket */
  uint64_t uses;
  uint64_t block, number; /* what it is called in the block that was written last with it */
};

/* A hash table, by what is accessed. */
struct rv_shared_ops {
  struct rv_shared_op **buckets;
  uint32_t n, size; /* operations; buckets, a power of two, or 0 */
  uint64_t blocks;  /* that were written (wakeup_bytes.h) */
};

/* One that is like this, for one more user. */
struct rv_shared_op *rv_shared_op_take(struct rv_shared_ops *ops, struct rv_pool *pool,
                                       struct rv_act act, uint64_t footprint);

/* One user less. */
void rv_shared_op_leave(struct rv_shared_ops *ops, struct rv_pool *pool,
                        const struct rv_shared_op *shared);

#endif
