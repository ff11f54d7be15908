/*
 * What may follow a state: all steps that were seen after it, of each thread, whichever way the
 * search came there. A search that remembers states keeps it with each of them; where a state is
 * reached again, it stands for the executions that are not explored again.
 */
#ifndef RAVEL_CORE_FOLLOW_H
#define RAVEL_CORE_FOLLOW_H

#include "core/exploration.h"

struct rv_follow {
  uint64_t *steps; /* their numbers, as bits */
  uint32_t words;
  uint64_t since; /* the number of its state on the stack, from 1; 0: it is not there any more */
};

/* A step of a thread, of any execution. */
struct rv_follow_step {
  rv_tid thread;
  struct rv_op op;
  struct rv_follow_step *next; /* with the same remainder of its hash */
  uint32_t number;
};

enum { RV_FOLLOW_TABLE = 1024 };

/* All steps that were seen in the search. */
struct rv_follow_steps {
  struct rv_pool pool;
  struct rv_follow_step **at; /* by number */
  uint32_t n, capacity;
  struct rv_follow_step *table[RV_FOLLOW_TABLE];
};

void rv_follow_steps_init(struct rv_follow_steps *steps, const struct rv_memory *memory);
void rv_follow_steps_clear(struct rv_follow_steps *steps);

struct rv_follow *rv_follow_new(struct rv_follow_steps *steps);

void rv_follow_add(struct rv_follow_steps *steps, struct rv_follow *follow, rv_tid thread,
                   const struct rv_op *op);

/* All that follows `other` follows `follow` too. */
void rv_follow_join(struct rv_follow_steps *steps, struct rv_follow *follow,
                    const struct rv_follow *other);

/* Calls `meet` for all steps. */
void rv_follow_each(struct rv_explorer *x, const struct rv_follow_steps *steps,
                    const struct rv_follow *follow,
                    void (*meet)(struct rv_explorer *x, const struct rv_follow_step *step));

#endif
