/*
 * Wakeup trees in pieces (piece.h). A search with wakeup trees is split at the top (trunk.h):
 * nothing is handed out branch by branch.
 */
#include "core/branch.h"
#include "core/strategy.h"
#include "core/wakeup_bytes.h"

static void write_explored(struct rv_explorer *x, struct rv_branches *branches,
                           struct rv_bytes *to) {
  branches->explored = rv_wakeup_reversed(&x->wakeup, branches->explored);
  rv_write_tree(to, &x->wakeup, &branches->explored, &x->piece.scratch);
  branches->explored = rv_wakeup_reversed(&x->wakeup, branches->explored);
}

/* Above the root: what is to be told. */
static void branches_write(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to,
                           bool leases) {
  struct rv_branches *const branches = rv_branches(&x->states[depth]);
  (void)leases;
  if (depth < x->piece.root) {
    rv_write_left(to, &x->wakeup, branches->wakeup, &x->piece.scratch);
    rv_write(to, 0);
  } else
    rv_write_tree(to, &x->wakeup, &branches->wakeup, &x->piece.scratch);
  rv_write(to, branches->kept);
  if (branches->kept)
    write_explored(x, branches, to);
}

static void branches_read(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from) {
  struct rv_branches *const branches = rv_branches(state);
  branches->wakeup = rv_read_tree(from, &x->wakeup, &x->piece.scratch);
  branches->kept = rv_read_up_to(from, 1);
  branches->explored = NULL;
  if (branches->kept)
    branches->explored =
        rv_wakeup_reversed(&x->wakeup, rv_read_tree(from, &x->wakeup, &x->piece.scratch));
  branches->untold = branches->wakeup && state < &x->states[x->piece.root];
  x->piece.untold |= branches->untold;
}

static void branches_write_planned(struct rv_explorer *x, struct rv_bytes *to) {
  rv_write_tree(to, &x->wakeup, &x->wakeup.planned, &x->piece.scratch);
}

static void branches_read_planned(struct rv_explorer *x, struct rv_reader *from) {
  x->wakeup.planned = rv_read_tree(from, &x->wakeup, &x->piece.scratch);
}

/* --- a part that is begun --------------------------------------------------------------------- */

/* The sequence that leads to a leaf. */
static void sequence_of_way(struct rv_explorer *x, const struct rv_way *way) {
  rv_sequence_clear(&x->v, &x->trace);
  for (uint32_t i = 0; i < way->n; i++) {
    const struct rv_shared_step *const step = way->at[i]->step;
    const struct rv_item item = {.thread = step->thread,
                                 .choice = step->choice,
                                 .needed = true,
                                 .act = {&step->op, step->verdict},
                                 .footprint = step->footprint};
    rv_trace_widen(&x->trace, step->thread);
    rv_sequence_append_item(&x->v, &item);
  }
}

/* What was found for its first state since its tree was explored is inserted there. */
static bool branches_begin(struct rv_explorer *x, struct rv_state *state) {
  struct rv_node *found = x->wakeup.planned;
  struct rv_way way = rv_way_begin(&x->piece.scratch, found);
  uint64_t ignored;
  x->wakeup.planned = NULL;
  if (found)
    do
      if (!way.at[way.n - 1]->child) {
        sequence_of_way(x, &way);
        x->stats.reversed += rv_wakeup_insert(&x->wakeup, &rv_branches(state)->wakeup, &x->v,
                                              &x->hb.arena, &ignored) != NULL;
      }
    while (rv_way_next(&way));
  rv_way_end(&way);
  rv_wakeup_release(&x->wakeup, found);
  return rv_branch_next(x, state);
}

/* --- found above the root --------------------------------------------------------------------- */

/* Of each state of which there is something to be told: its depth, from 1, how many bytes, and
 * these. */
static void write_found(struct rv_explorer *x, struct rv_bytes *to) {
  struct rv_bytes *const tail = &x->piece.tail;
  const bool is_there = x->piece.untold && !x->piece.to_follow;
  for (uint64_t depth = 0; is_there && depth < x->piece.root; depth++) {
    if (!rv_branches(&x->states[depth])->untold)
      continue;
    tail->n = 0;
    rv_write_left(tail, &x->wakeup, rv_branches(&x->states[depth])->wakeup, &x->piece.scratch);
    if (!tail->n)
      continue;
    rv_write(to, depth + 1);
    rv_write(to, tail->n);
    rv_write_bytes(to, tail->at, tail->n);
  }
}

struct rv_flat rv_explorer_found(struct rv_explorer *x) {
  x->piece.out.n = 0;
  write_found(x, &x->piece.out);
  return (struct rv_flat){x->piece.out.at, x->piece.out.n};
}

static void branches_write_result(struct rv_explorer *x, struct rv_bytes *to) {
  write_found(x, to);
  rv_write(to, 0);
  if (!x->piece.keeps || x->trace.n < x->piece.root) /* it was not come to */
    rv_write(to, 0);
  else
    write_explored(x, rv_branches(&x->states[x->piece.root]), to);
}

/* What somebody else explores is only there to cover what is inserted. */
static void is_told(struct rv_explorer *x, struct rv_branches *branches) {
  struct rv_way left =
      rv_way_begin(&x->piece.scratch, rv_wakeup_own(&x->wakeup, &branches->wakeup));
  while (left.n) {
    struct rv_node *const node = (struct rv_node *)(uintptr_t)left.at[--left.n];
    node->explored = !node->child;
    if (node->next)
      rv_way_push(&left, rv_wakeup_own(&x->wakeup, &node->next));
    if (node->child)
      rv_way_push(&left, rv_wakeup_own(&x->wakeup, &node->child));
  }
  rv_way_end(&left);
  branches->untold = false;
}

void rv_explorer_told(struct rv_explorer *x) {
  for (uint64_t depth = 0; depth < x->piece.root; depth++)
    if (rv_branches(&x->states[depth])->untold)
      is_told(x, rv_branches(&x->states[depth]));
  x->piece.untold = false;
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
    rv_wakeup_release(&x->wakeup, left->explored);
    left->explored = NULL;
    is_told(x, left);
    left->kept = false;
  }
  x->piece.member = true;
}

const struct rv_split rv_split_branches = {.begin = branches_begin,
                                           .write = branches_write,
                                           .read = branches_read,
                                           .write_planned = branches_write_planned,
                                           .read_planned = branches_read_planned,
                                           .write_result = branches_write_result};
