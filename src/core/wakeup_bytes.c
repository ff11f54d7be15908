#include "core/wakeup_bytes.h"

/* --- trees ------------------------------------------------------------------------------------ */

/* Each node with its depth, from 1. */
void rv_write_tree(struct rv_bytes *to, const struct rv_node *tree, struct rv_arena *scratch) {
  rv_write_tree_up_to(to, tree, UINT64_MAX, scratch);
}

void rv_write_tree_up_to(struct rv_bytes *to, const struct rv_node *tree, uint64_t nodes,
                         struct rv_arena *scratch) {
  struct rv_way way = rv_way_begin(scratch, tree);
  const struct rv_node *node;
  if (tree)
    do {
      node = way.at[way.n - 1];
      nodes -= nodes > 0;
      rv_write(to, way.n);
      rv_write(to, node->thread);
      rv_write(to, node->choice);
      rv_write_op(to, &node->shared->op);
    } while ((nodes || node->child) && rv_way_next(&way));
  rv_write(to, 0);
  rv_way_end(&way);
}

static struct rv_node *read_node(struct rv_reader *from, struct rv_wakeup *wakeup,
                                 struct rv_arena *scratch) {
  const uint64_t top = scratch->top;
  struct rv_op op;
  struct rv_item item = {.act.op = &op};
  item.thread = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1);
  item.choice = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  rv_read_op(from, &op, scratch);
  item.footprint = rv_footprint(&op);
  struct rv_node *const node = from->bad ? NULL : rv_wakeup_node(wakeup, &item);
  rv_arena_release(scratch, top);
  return node;
}

struct rv_node *rv_read_tree(struct rv_reader *from, struct rv_wakeup *wakeup,
                             struct rv_arena *scratch) {
  struct rv_node *tree = NULL, **end = &tree;
  struct rv_way way = rv_way_begin(scratch, NULL); /* to the node that was read last */
  for (uint64_t depth; (depth = rv_read(from)) && !from->bad;) {
    if (depth > way.n + 1) {
      from->bad = true;
      break;
    }
    if (depth <= way.n) {
      way.n = (uint32_t)depth - 1;
      end = &((struct rv_node *)(uintptr_t)way.at[way.n])->next;
    }
    struct rv_node *const node = read_node(from, wakeup, scratch);
    if (!node)
      break;
    *end = node;
    rv_way_push(&way, node);
    end = &node->child;
  }
  rv_way_end(&way);
  return tree;
}

/* --- sequences -------------------------------------------------------------------------------- */

static void write_clock(struct rv_bytes *to, const struct rv_clock *clock) {
  uint32_t n = clock ? clock->n : 0;
  while (n && !clock->at[n - 1])
    n--;
  rv_write(to, n);
  for (uint32_t i = 0; i < n; i++)
    rv_write(to, clock->at[i]);
}

void rv_write_sequence(struct rv_bytes *to, struct rv_sequence *v) {
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

static const struct rv_clock *read_clock(struct rv_reader *from, struct rv_trace *trace,
                                         struct rv_arena *arena) {
  const uint32_t n = (uint32_t)rv_read_up_to(from, RV_MAX_THREADS);
  if (!n)
    return NULL;
  struct rv_clock *const clock = rv_clock_copy(NULL, n, arena);
  for (uint32_t i = 0; i < n; i++)
    clock->at[i] = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  rv_trace_widen(trace, n - 1);
  return clock;
}

static void read_item(struct rv_reader *from, struct rv_sequence *v, struct rv_trace *trace,
                      struct rv_arena *arena) {
  struct rv_item item = {.thread = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1)};
  struct rv_op *const op = rv_arena_alloc(arena, sizeof *op);
  item.choice = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  item.index = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  item.needed = rv_read_up_to(from, 1);
  rv_read_op(from, op, arena);
  item.act.op = op;
  item.footprint = rv_footprint(op);
  item.clock = read_clock(from, trace, arena);
  rv_trace_widen(trace, item.thread);
  if (!from->bad)
    rv_sequence_append_item(v, &item);
}

void rv_read_sequence(struct rv_reader *from, struct rv_sequence *v, struct rv_trace *trace,
                      struct rv_arena *arena) {
  rv_sequence_clear(v, trace);
  for (uint64_t n = rv_read(from); n && !from->bad; n--)
    read_item(from, v, trace, arena);
}
