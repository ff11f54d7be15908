/*
 * Steps that many nodes of wakeup trees have in common, each kept once: trees can have a node for
 * every second trace, and few programs have more than some hundred different steps.
 */
#ifndef RAVEL_CORE_SHARED_STEP_H
#define RAVEL_CORE_SHARED_STEP_H

#include "core/dependence.h"
#include "core/memory.h"

struct rv_shared_step {
  rv_tid thread;
  uint32_t choice;
  struct rv_op op;
  uint64_t footprint;
  uint8_t verdict;             /* what it is taken for, while it is not known what follows */
  struct rv_shared_step *next; /* in its bucket */
  uint64_t uses;
  uint64_t block, number; /* what it is called in the block that was written last with it */
};

/* A hash table, by what is accessed. */
struct rv_shared_steps {
  struct rv_shared_step **buckets;
  uint32_t n, size; /* steps; buckets, a power of two, or 0 */
  uint64_t blocks;  /* that were written (wakeup_bytes.h) */
};

/* One that is like this, for one more user. What `like` has to do with the table is not looked at.
 */
struct rv_shared_step *rv_shared_step_take(struct rv_shared_steps *steps, struct rv_pool *pool,
                                           const struct rv_shared_step *like);

/* One user less. */
void rv_shared_step_leave(struct rv_shared_steps *steps, struct rv_pool *pool,
                          struct rv_shared_step *left);

#endif
