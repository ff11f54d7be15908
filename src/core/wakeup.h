/*
 * Wakeup trees: the initial fragments of what is to be explored from a state, in order
 * (J. ACM, section 6). The branch that is being explored is on the exploration stack and no longer
 * in the tree: its root's children are what is left.
 *
 * Much of a tree is in it more than once: where r_1 ... r_n can come in front of a write in any
 * subset, what follows r_i is what follows it in every other subset. So lists of branches that are
 * the same can be one in memory (wakeup_share.c). A node that is pointed to more than once is never
 * changed; who wants to change it makes a copy first.
 */
#ifndef RAVEL_CORE_WAKEUP_H
#define RAVEL_CORE_WAKEUP_H

#include "core/sequence.h"
#include "core/shared_step.h"
#include "core/way.h"

/* A branch, with those that come after it. */
struct rv_node {
  struct rv_shared_step *step;
  struct rv_node *child, *next;
  uint32_t uses;         /* pointers to it */
  uint32_t shared : 31;  /* the last time that equal lists became one and this was seen */
  uint32_t explored : 1; /* a leaf that is only there to cover what is inserted */
  uint64_t block;        /* the last that it was written to as a list of many users, */
  uint64_t number;       /* and what it is called there (wakeup_bytes.h) */
};

struct rv_wakeup {
  struct rv_pool pool;
  struct rv_shared_steps steps;
  struct rv_node *planned; /* the tree of the state that the planned step leads to */
  uint64_t nodes, most;    /* in all trees, now and at most; those that are one count once */
  uint64_t bearable;       /* with more of them lists that are the same are to become one, */
  uint64_t few;            /* but not with so few; tests set it to 0 */
  uint32_t shared : 31;    /* how often that was done */
};

void rv_wakeup_init(struct rv_wakeup *wakeup, const struct rv_memory *memory);
void rv_wakeup_clear(struct rv_wakeup *wakeup);

/* A new node, with nothing below it, for a step of a sequence. */
struct rv_node *rv_wakeup_node(struct rv_wakeup *wakeup, const struct rv_item *item);
struct rv_node *rv_wakeup_node_of(struct rv_wakeup *wakeup, struct rv_shared_step *step);

/* One more pointer to a list of branches, or one less: without any it is gone. */
static inline struct rv_node *rv_wakeup_use(struct rv_node *list) {
  if (list)
    list->uses++;
  return list;
}
void rv_wakeup_release(struct rv_wakeup *wakeup, struct rv_node *list);

/* The first node of a list, to be changed: a copy if somebody else uses it. What is below it and
 * next to it may still have other users. */
struct rv_node *rv_wakeup_own(struct rv_wakeup *wakeup, struct rv_node **list);

/* The branches of a list the other way round. */
struct rv_node *rv_wakeup_reversed(struct rv_wakeup *wakeup, struct rv_node *list);

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

/* There are so many nodes that lists which are the same are to become one: of all trees that are
 * named one after the other. In a part of a search (piece.h) more of them are borne: when something
 * is told, what was one is copied. */
struct rv_sharing {
  struct rv_wakeup *wakeup;
  struct rv_arena *scratch;
  uint64_t top;
  struct rv_node **table, ***slots;
  uint64_t mask;
};
bool rv_wakeup_is_to_share(const struct rv_wakeup *wakeup, bool is_part);
struct rv_sharing rv_sharing_begin(struct rv_wakeup *wakeup, struct rv_arena *scratch);
void rv_sharing_tree(struct rv_sharing *sharing, struct rv_node **tree);
void rv_sharing_end(struct rv_sharing *sharing);

#endif
