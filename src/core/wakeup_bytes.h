/*
 * Wakeup trees as flat bytes (bytes.h): each node with its depth, from 1, and 0 behind the last.
 * Operations are taken for what they are: there are no verdicts without observers.
 */
#ifndef RAVEL_CORE_WAKEUP_BYTES_H
#define RAVEL_CORE_WAKEUP_BYTES_H

#include "core/bytes.h"
#include "core/wakeup.h"

/* A tree, from this branch on; and back: its first branch, or NULL. */
void rv_write_tree(struct rv_bytes *to, const struct rv_node *tree, struct rv_arena *scratch);
struct rv_node *rv_read_tree(struct rv_reader *from, struct rv_wakeup *wakeup,
                             struct rv_arena *scratch);

/* Of a tree what leads to leaves that are not explored, as nodes with their depths, and no end. Such
 * bytes one after the other, and a 0, can be read as one tree: a list of sequences. */
void rv_write_left(struct rv_bytes *to, const struct rv_node *tree, struct rv_arena *scratch);

#endif
