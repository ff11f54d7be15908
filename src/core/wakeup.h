/*
 * Wakeup trees: the initial fragments of what is to be explored from a state, in order
 * (J. ACM, section 6). The branch that is being explored is on the exploration stack and no longer
 * in the tree: its root's children are what is left.
 */
#ifndef RAVEL_CORE_WAKEUP_H
#define RAVEL_CORE_WAKEUP_H

#include "core/sequence.h"
#include "core/shared_op.h"
#include "core/way.h"

struct rv_node {
  rv_tid thread;
  uint32_t choice : 31;
  uint32_t explored : 1;             /* a leaf that is only there to cover what is inserted */
  struct rv_shared_op *shared;       /* what the step will do */
  struct rv_node *child, *next;
};

static inline struct rv_node *rv_nodes_reversed(struct rv_node *list) {
  struct rv_node *reversed = NULL;
  while (list) {
    struct rv_node *const node = list;
    list = node->next;
    node->next = reversed;
    reversed = node;
  }
  return reversed;
}

struct rv_wakeup {
  struct rv_pool pool;
  struct rv_shared_ops ops;
  struct rv_node *planned; /* the tree of the state that the planned step leads to */
  uint64_t nodes, most;    /* in all trees, now and at most */
};

void rv_wakeup_init(struct rv_wakeup *wakeup, const struct rv_memory *memory);
void rv_wakeup_clear(struct rv_wakeup *wakeup);

/* A new node, with nothing below it, for a step of a sequence. */
struct rv_node *rv_wakeup_node(struct rv_wakeup *wakeup, const struct rv_item *item);
struct rv_node *rv_wakeup_node_of(struct rv_wakeup *wakeup, rv_tid thread, uint32_t choice,
                                  struct rv_shared_op *shared);

/* insert_[E](v, tree) of section 6.2 (Algorithm 2, line 7; Algorithm 4, line 14; Algorithm 6,
 * line 15). Returns the first node that is new, or NULL if the tree is left as it was. Steps of v
 * that are marked as needed are part of what is inserted. What was done is right for every v that
 * is the same up to the event at `*rest`. */
const struct rv_node *rv_wakeup_insert(struct rv_wakeup *wakeup, struct rv_node **tree,
                                       struct rv_sequence *v, struct rv_arena *scratch,
                                       uint64_t *rest);

/* Whether something of the first branch of a list is left to be explored. */
bool rv_wakeup_is_left(const struct rv_node *branch, struct rv_arena *scratch);

/* Takes the first branch off the tree; its subtree becomes the planned one (Algorithm 2, lines 18
 * and 20). It is put at the front of `explored`, without its subtree, if that is not NULL: a leaf
 * is explored. */
void rv_wakeup_take(struct rv_wakeup *wakeup, struct rv_node **branch, struct rv_node **explored,
                    rv_tid *thread, uint32_t *choice);

/* Takes the first branch off the tree with all that is below it. */
void rv_wakeup_drop(struct rv_wakeup *wakeup, struct rv_node **branch);

#endif
