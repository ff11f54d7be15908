/*
 * Wakeup trees as flat bytes (bytes.h): blocks, and a 0 behind the last. Nodes come one after the
 * other, each with its depth, from 1; a node that is deeper than the one before it is its child.
 *
 * A block begins with its length, how many levels its nodes are deeper than they say, and how many
 * of its leaves are not explored. So blocks can be passed over, put behind each other and moved
 * down in trees by who never looks at nodes. A step is written where it comes up first in a block,
 * and is a number from then on: large trees have few different ones. So is a list of branches that
 * is in the tree more than once (wakeup.h), with all that is below it: such trees stay as small as
 * they are in memory. The last branch of a block is never such a number, so that what comes in the
 * next block can be put behind it, or below it.
 *
 * Operations are taken for what they are: there are no verdicts without observers.
 */
#ifndef RAVEL_CORE_WAKEUP_BYTES_H
#define RAVEL_CORE_WAKEUP_BYTES_H

#include "core/bytes.h"
#include "core/wakeup.h"

/* A tree, from this branch on; and back: its first branch, or NULL. Lists at whose ends there could
 * be more are nobody else's from then on. */
void rv_write_tree(struct rv_bytes *to, struct rv_wakeup *wakeup, struct rv_node **tree,
                   struct rv_arena *scratch);
struct rv_node *rv_read_tree(struct rv_reader *from, struct rv_wakeup *wakeup,
                             struct rv_arena *scratch);

/* Of a tree what leads to leaves that are not explored: a block, or nothing. Such blocks one after
 * the other, and a 0, can be read as one tree: a list of sequences. */
void rv_write_left(struct rv_bytes *to, struct rv_wakeup *wakeup, const struct rv_node *tree,
                   struct rv_arena *scratch);

/* --- for who never looks at nodes ------------------------------------------------------------- */

/* The next block; false at the end of the tree. */
struct rv_block {
  uint64_t shift, left;
  struct rv_reader nodes;
};
bool rv_read_block(struct rv_reader *from, struct rv_block *block);
void rv_write_block(struct rv_bytes *to, const struct rv_block *block);

/* Past a tree; how many of its leaves are not explored. */
uint64_t rv_skip_tree(struct rv_reader *from);

/* Past a tree whose bytes are not trusted; whether there are such leaves. */
bool rv_check_tree(struct rv_reader *from, struct rv_arena *scratch);

#endif
