/*
 * Wakeup trees in pieces (piece.h). A search with wakeup trees is split at the top (trunk.h):
 * nothing is handed out branch by branch.
 */
#include "core/branch.h"
#include "core/strategy.h"
#include "core/wakeup_bytes.h"

static void branches_write(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to,
                           bool leases) {
  (void)leases;
  rv_write_tree(to, rv_branches(&x->states[depth])->wakeup, &x->piece.scratch);
}

static void branches_read(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from) {
  rv_branches(state)->wakeup = rv_read_tree(from, &x->wakeup, &x->piece.scratch);
}

static void branches_write_planned(struct rv_explorer *x, struct rv_bytes *to) {
  rv_write_tree(to, x->wakeup.planned, &x->piece.scratch);
}

static void branches_read_planned(struct rv_explorer *x, struct rv_reader *from) {
  x->wakeup.planned = rv_read_tree(from, &x->wakeup, &x->piece.scratch);
}

/* --- found above the root --------------------------------------------------------------------- */

struct rv_flat rv_explorer_found(const struct rv_explorer *x) {
  return (struct rv_flat){x->piece.found.at, x->piece.found.n};
}

void rv_explorer_told(struct rv_explorer *x, struct rv_flat trees) {
  struct rv_reader from = rv_reader(trees.at, trees.n);
  x->piece.found.n = 0;
  while (from.i < from.n && !from.bad) {
    const uint64_t depth = rv_read_up_to(&from, x->piece.root);
    struct rv_node **const tree = &rv_branches(&x->states[depth])->wakeup;
    while (*tree)
      rv_wakeup_drop(&x->wakeup, tree);
    *tree = rv_read_tree(&from, &x->wakeup, &x->piece.scratch);
  }
}

struct rv_flat rv_explorer_to_split(struct rv_explorer *x) {
  for (uint64_t depth = x->piece.root; !x->piece.to_follow && depth < x->trace.n; depth++)
    if (rv_branches(&x->states[depth])->wakeup)
      return rv_explorer_write(x);
  return (struct rv_flat){0};
}

void rv_explorer_leave(struct rv_explorer *x, uint64_t root) {
  assert(root >= x->piece.root && root <= x->trace.n);
  x->piece.root = root;
  x->piece.member = true;
}

const struct rv_split rv_split_branches = {.write = branches_write,
                                           .read = branches_read,
                                           .write_planned = branches_write_planned,
                                           .read_planned = branches_read_planned};
