#include "core/wakeup_bytes.h"

static void write_node(struct rv_bytes *to, uint64_t depth, const struct rv_node *node) {
  rv_write(to, depth);
  rv_write(to, node->thread);
  rv_write(to, 2 * (uint64_t)node->choice + node->explored);
  rv_write_op(to, &node->shared->op);
}

/* Each node with its depth, from 1. */
void rv_write_tree(struct rv_bytes *to, const struct rv_node *tree, struct rv_arena *scratch) {
  struct rv_way way = rv_way_begin(scratch, tree);
  if (tree)
    do
      write_node(to, way.n, way.at[way.n - 1]);
    while (rv_way_next(&way));
  rv_write(to, 0);
  rv_way_end(&way);
}

/* Of what leads to no such leaf nothing is written. */
void rv_write_left(struct rv_bytes *to, const struct rv_node *tree, struct rv_arena *scratch) {
  struct rv_way way = rv_way_begin(scratch, tree);
  uint32_t written = 0; /* of the way */
  if (tree)
    do {
      const struct rv_node *const node = way.at[way.n - 1];
      written = written < way.n ? written : way.n - 1;
      for (; !node->child && !node->explored && written < way.n; written++)
        write_node(to, written + 1, way.at[written]);
    } while (rv_way_next(&way));
  rv_way_end(&way);
}

static struct rv_node *read_node(struct rv_reader *from, struct rv_wakeup *wakeup,
                                 struct rv_arena *scratch) {
  const uint64_t top = scratch->top;
  struct rv_op op;
  struct rv_item item = {.act.op = &op};
  item.thread = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1);
  const uint64_t choice = rv_read_up_to(from, UINT32_MAX);
  item.choice = (uint32_t)choice / 2;
  rv_read_op(from, &op, scratch);
  item.footprint = rv_footprint(&op);
  struct rv_node *const node = from->bad ? NULL : rv_wakeup_node(wakeup, &item);
  if (node)
    node->explored = choice % 2;
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
