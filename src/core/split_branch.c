/*
 * Wakeup trees in pieces (piece.h). A search with wakeup trees is split at the top (trunk.h):
 * nothing is handed out branch by branch.
 */
#include "core/branch.h"
#include "core/strategy.h"
#include "core/wakeup_bytes.h"

static void write_explored(struct rv_explorer *x, struct rv_branches *branches,
                           struct rv_bytes *to) {
  branches->explored = rv_nodes_reversed(branches->explored);
  rv_write_tree(to, branches->explored, &x->piece.scratch);
  branches->explored = rv_nodes_reversed(branches->explored);
}

static void branches_write(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to,
                           bool leases) {
  struct rv_branches *const branches = rv_branches(&x->states[depth]);
  (void)leases;
  /* What was sent for states above the root may be sent again. */
  rv_write_tree(to, depth < x->piece.root ? NULL : branches->wakeup, &x->piece.scratch);
  rv_write(to, branches->kept);
  if (branches->kept)
    write_explored(x, branches, to);
}

static void branches_read(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from) {
  struct rv_branches *const branches = rv_branches(state);
  branches->wakeup = rv_read_tree(from, &x->wakeup, &x->piece.scratch);
  branches->kept = rv_read_up_to(from, 1);
  branches->explored =
      branches->kept ? rv_nodes_reversed(rv_read_tree(from, &x->wakeup, &x->piece.scratch)) : NULL;
}

static void branches_write_planned(struct rv_explorer *x, struct rv_bytes *to) {
  rv_write_tree(to, x->wakeup.planned, &x->piece.scratch);
}

static void branches_read_planned(struct rv_explorer *x, struct rv_reader *from) {
  x->wakeup.planned = rv_read_tree(from, &x->wakeup, &x->piece.scratch);
}

static void branches_write_kept(struct rv_explorer *x, struct rv_bytes *to) {
  if (x->trace.n < x->piece.root) /* it was not come to */
    rv_write(to, 0);
  else
    write_explored(x, rv_branches(&x->states[x->piece.root]), to);
}

/* --- found above the root --------------------------------------------------------------------- */

struct rv_flat rv_explorer_found(const struct rv_explorer *x) {
  return (struct rv_flat){x->piece.found.at, x->piece.found.n};
}

void rv_explorer_told(struct rv_explorer *x) {
  x->piece.found.n = 0;
}

static bool is_left(struct rv_explorer *x, const struct rv_node *branch) {
  while (branch && !rv_wakeup_is_left(branch, &x->piece.scratch))
    branch = branch->next;
  return branch;
}

struct rv_flat rv_explorer_to_split(struct rv_explorer *x) {
  for (uint64_t depth = x->piece.root; !x->piece.to_follow && depth < x->trace.n; depth++)
    if (is_left(x, rv_branches(&x->states[depth])->wakeup))
      return rv_explorer_write(x);
  return (struct rv_flat){0};
}

void rv_explorer_leave(struct rv_explorer *x, uint64_t root) {
  assert(root >= x->piece.root && root <= x->trace.n);
  for (; x->piece.root < root; x->piece.root++) {
    struct rv_branches *const left = rv_branches(&x->states[x->piece.root]);
    while (left->explored)
      rv_wakeup_drop(&x->wakeup, &left->explored);
    left->kept = false;
  }
  x->piece.member = true;
}

const struct rv_split rv_split_branches = {.plan = rv_branch_next,
                                           .write = branches_write,
                                           .read = branches_read,
                                           .write_planned = branches_write_planned,
                                           .read_planned = branches_read_planned,
                                           .write_kept = branches_write_kept};
