/*
 * Wakeup trees in pieces (piece.h): what is handed out is a leaf. Operations are taken for what
 * they
 * are: there are no verdicts without observers.
 */
#include <string.h>

#include "core/branch.h"
#include "core/dependence.h"
#include "core/exploration.h"
#include "core/strategy.h"

/* The way from a state to a node of its tree; `at[n - 1]` is the node. */
struct way {
  struct rv_arena *arena;
  uint64_t top;
  const struct rv_node **at;
  uint32_t n, capacity;
};

static struct way way_begin(struct rv_arena *arena) {
  return (struct way){.arena = arena, .top = arena->top};
}

static void way_end(struct way *way) {
  rv_arena_release(way->arena, way->top);
}

static void way_push(struct way *way, const struct rv_node *node) {
  if (way->n == way->capacity) {
    const uint32_t capacity = way->capacity ? 2 * way->capacity : 64;
    const struct rv_node **const at = rv_arena_alloc(way->arena, capacity * sizeof *at);
    if (way->n)
      memcpy(at, way->at, way->n * sizeof *at);
    way->at = at;
    way->capacity = capacity;
  }
  way->at[way->n++] = node;
}

/* The next node in the order in which branches are explored; false past the last. */
static bool way_next(struct way *way) {
  if (way->at[way->n - 1]->child) {
    way_push(way, way->at[way->n - 1]->child);
    return true;
  }
  while (way->n && !way->at[way->n - 1]->next)
    way->n--;
  if (!way->n)
    return false;
  way->at[way->n - 1] = way->at[way->n - 1]->next;
  return true;
}

static void write_branch_node(struct rv_explorer *x, const struct rv_node *node, bool leases,
                              struct rv_bytes *to) {
  rv_write(to, node->thread);
  rv_write(to, node->choice);
  rv_write_op(to, &node->shared->op);
  if (!node->child)
    rv_write(to, leases ? rv_lease_of(x, node, 0, 0) : 0);
}

/* A tree, from this branch on: each node with its depth, from 1. */
static void write_tree(struct rv_explorer *x, const struct rv_node *tree, bool leases,
                       struct rv_bytes *to) {
  struct way way = way_begin(&x->piece.scratch);
  if (tree) {
    way_push(&way, tree);
    do {
      rv_write(to, way.n);
      rv_write(to, way.at[way.n - 1]->child != NULL);
      write_branch_node(x, way.at[way.n - 1], leases, to);
    } while (way_next(&way));
  }
  rv_write(to, 0);
  way_end(&way);
}

static struct rv_node *read_node(struct rv_explorer *x, struct rv_reader *from, bool inner) {
  const uint64_t top = x->piece.scratch.top;
  struct rv_op op;
  struct rv_item item = {.act.op = &op};
  item.thread = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1);
  item.choice = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  rv_read_op(from, &op, &x->piece.scratch);
  item.footprint = rv_footprint(&op);
  const uint64_t task = inner ? 0 : rv_read(from);
  struct rv_node *const node = from->bad ? NULL : rv_wakeup_node(&x->wakeup, &item);
  rv_arena_release(&x->piece.scratch, top);
  if (task && node)
    rv_lease_add(x, (struct rv_lease){.leaf = node, .task = task});
  return node;
}

/* The ends of the lists on the way to the node that was read last. */
static struct rv_node *read_tree(struct rv_explorer *x, struct rv_reader *from) {
  struct rv_node *tree = NULL, **end = &tree;
  struct way way = way_begin(&x->piece.scratch);
  for (uint64_t depth; (depth = rv_read(from)) && !from->bad;) {
    const bool inner = rv_read(from);
    if (depth > way.n + 1) {
      from->bad = true;
      break;
    }
    if (depth <= way.n) {
      way.n = (uint32_t)depth;
      end = &((struct rv_node *)(uintptr_t)way.at[--way.n])->next;
    }
    struct rv_node *const node = read_node(x, from, inner);
    if (!node)
      break;
    *end = node;
    way_push(&way, node);
    end = &node->child;
  }
  way_end(&way);
  return tree;
}

static void branches_write(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to,
                           bool leases) {
  write_tree(x, rv_branches(&x->states[depth])->wakeup, leases, to);
}

static void branches_read(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from) {
  rv_branches(state)->wakeup = read_tree(x, from);
}

static void branches_write_planned(struct rv_explorer *x, struct rv_bytes *to) {
  write_tree(x, x->wakeup.planned, true, to);
}

static void branches_read_planned(struct rv_explorer *x, struct rv_reader *from) {
  x->wakeup.planned = read_tree(x, from);
}

/* A state on the way to a leaf, and the step to the next: the branches before it sleep by then. */
static void write_on_the_way(struct rv_explorer *x, const struct rv_node *first,
                             const struct rv_node *taken, struct rv_bytes *to) {
  for (const struct rv_node *node = first; node != taken; node = node->next)
    rv_write_sleeper(to, node->thread, node->choice, &node->shared->op);
  rv_write(to, 0);
  write_tree(x, taken->next, false, to);
  rv_write(to, taken->thread);
  rv_write(to, taken->choice);
  rv_write(to, 0);
}

static uint32_t count_before(const struct rv_node *first, const struct rv_node *taken) {
  uint32_t n = 0;
  for (; first != taken; first = first->next)
    n++;
  return n;
}

static uint64_t branches_hand_out(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to,
                                  struct rv_lease *lease) {
  const struct rv_node *const tree = rv_branches(&x->states[depth])->wakeup;
  const struct rv_event *const now = &x->trace.events[depth];
  if (!tree)
    return 0;
  struct way way = way_begin(&x->piece.scratch);
  way_push(&way, tree);
  bool found;
  do
    found = !way.at[way.n - 1]->child && !rv_lease_of(x, way.at[way.n - 1], 0, 0);
  while (!found && way_next(&way));
  for (uint32_t i = 0; found && i < way.n; i++) {
    const struct rv_node *const first = i ? way.at[i - 1]->child : tree;
    const uint32_t before = count_before(first, way.at[i]);
    if (i == 0) {
      rv_write_added(x, depth, to, before + 1);
      rv_write_sleeper(to, now->step.thread, now->step.choice, &now->step.op);
    } else
      rv_write(to, before);
    write_on_the_way(x, first, way.at[i], to);
  }
  const uint64_t states = found ? way.n : 0;
  if (found) {
    write_tree(x, NULL, false, to);
    rv_write(to, 0);
    *lease = (struct rv_lease){.leaf = way.at[way.n - 1]};
  }
  way_end(&way);
  return states;
}

void rv_branch_forget(struct rv_explorer *x, const struct rv_node *branch) {
  struct way way = way_begin(&x->piece.scratch);
  way_push(&way, branch);
  do
    rv_lease_forget(x, way.at[way.n - 1]);
  while (way_next(&way) && (way.n > 1 || way.at[0] == branch));
  way_end(&way);
}

/* --- sequences ------------------------------------------------------------------------------- */

static void write_clock(struct rv_bytes *to, const struct rv_clock *clock) {
  uint32_t n = clock ? clock->n : 0;
  while (n && !clock->at[n - 1])
    n--;
  rv_write(to, n);
  for (uint32_t i = 0; i < n; i++)
    rv_write(to, clock->at[i]);
}

void rv_branch_write_sequence(struct rv_sequence *v, struct rv_bytes *to) {
  while (rv_sequence_extend(v))
    ;
  rv_write(to, v->n);
  for (uint32_t i = 0; i < v->n; i++) {
    const struct rv_item *const item = &v->items[i];
    rv_write(to, item->thread);
    rv_write(to, item->choice);
    rv_write(to, item->index);
    rv_write(to, item->needed);
    rv_write_op(to, item->act.op);
    write_clock(to, item->clock);
  }
}

static const struct rv_clock *read_clock(struct rv_explorer *x, struct rv_reader *from) {
  const uint32_t n = (uint32_t)rv_read_up_to(from, RV_MAX_THREADS);
  if (!n)
    return NULL;
  struct rv_clock *const clock = rv_clock_copy(NULL, n, &x->piece.scratch);
  for (uint32_t i = 0; i < n; i++)
    clock->at[i] = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  rv_trace_widen(&x->trace, n - 1);
  return clock;
}

static void read_item(struct rv_explorer *x, struct rv_reader *from) {
  struct rv_item item = {.thread = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1)};
  struct rv_op *const op = rv_arena_alloc(&x->piece.scratch, sizeof *op);
  item.choice = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  item.index = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  item.needed = rv_read_up_to(from, 1);
  rv_read_op(from, op, &x->piece.scratch);
  item.act.op = op;
  item.footprint = rv_footprint(op);
  item.clock = read_clock(x, from);
  rv_trace_widen(&x->trace, item.thread);
  if (!from->bad)
    rv_sequence_append_item(&x->v, &item);
}

static bool branches_apply(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from) {
  const uint64_t top = x->piece.scratch.top;
  rv_sequence_clear(&x->v, &x->trace);
  for (uint64_t n = rv_read(from); n && !from->bad; n--)
    read_item(x, from);
  const bool new = !from->bad &&rv_branch_insert(x, state);
  rv_arena_release(&x->piece.scratch, top);
  return new;
}

const struct rv_split rv_split_branches = {.write = branches_write,
                                           .read = branches_read,
                                           .write_planned = branches_write_planned,
                                           .read_planned = branches_read_planned,
                                           .hand_out = branches_hand_out,
                                           .apply = branches_apply};
