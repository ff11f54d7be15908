/*
 * Wakeup trees, and sequences that are to be inserted into them, as flat bytes (bytes.h).
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

/* One node of a tree, with its depth in it, from 1. All nodes in the order in which they are
 * explored, and 0 behind them, are the tree. */
void rv_write_node(struct rv_bytes *to, uint64_t depth, const struct rv_node *node);

/* A sequence that was cut down: all of its steps are needed. */
void rv_write_sequence(struct rv_bytes *to, struct rv_sequence *v);

/* And back; what its steps point at is put into the arena. The trace is that of whoever reads: it
 * may get wider. */
void rv_read_sequence(struct rv_reader *from, struct rv_sequence *v, struct rv_trace *trace,
                      struct rv_arena *arena);

#endif
