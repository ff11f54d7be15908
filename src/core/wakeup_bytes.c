#include "core/wakeup_bytes.h"

/* --- blocks ----------------------------------------------------------------------------------- */

bool rv_read_block(struct rv_reader *from, struct rv_block *block) {
  const uint64_t n = rv_read(from);
  if (!n || from->bad)
    return false;
  block->nodes = rv_read_part(from, n);
  block->shift = rv_read_up_to(&block->nodes, UINT32_MAX);
  block->left = rv_read(&block->nodes);
  from->bad |= block->nodes.bad || block->nodes.i == block->nodes.n;
  return !from->bad;
}

void rv_write_block(struct rv_bytes *to, const struct rv_block *block) {
  const struct rv_reader *const nodes = &block->nodes;
  unsigned char digits[RV_MOST_DIGITS];
  const size_t n = nodes->n - nodes->i;
  rv_write(to, n + rv_digits(block->shift, digits) + rv_digits(block->left, digits));
  rv_write(to, block->shift);
  rv_write(to, block->left);
  rv_write_bytes(to, nodes->at + nodes->i, n);
}

uint64_t rv_skip_tree(struct rv_reader *from) {
  uint64_t left = 0;
  for (struct rv_block block; rv_read_block(from, &block);)
    left += block.left;
  return left;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* A block that is being written: its head is written last. */
struct writing {
  struct rv_bytes *to;
  struct rv_shared_steps *steps;
  size_t begin;
  uint64_t left, n_steps;
};

static struct writing begin_block(struct rv_bytes *to, struct rv_wakeup *wakeup) {
  struct writing block = {.to = to, .steps = &wakeup->steps, .begin = to->n};
  wakeup->steps.blocks++;
  rv_write_long(to, 0);
  rv_write(to, 0); /* levels */
  rv_write_long(to, 0);
  return block;
}

static void end_block(struct writing *block) {
  struct rv_bytes *const to = block->to;
  const size_t end = to->n;
  to->n = block->begin;
  rv_write_long(to, end - block->begin - RV_MOST_DIGITS);
  rv_write(to, 0);
  rv_write_long(to, block->left);
  to->n = end;
}

static void write_node(struct writing *block, uint64_t depth, const struct rv_node *node) {
  struct rv_shared_step *const step = node->step;
  const bool new = step->block != block->steps->blocks;
  if (new) {
    step->block = block->steps->blocks;
    step->number = block->n_steps++;
  }
  rv_write_two(block->to, depth, 2 * step->number + node->explored);
  if (new) {
    rv_write_two(block->to, step->thread, step->choice);
    rv_write_op(block->to, &step->op);
  }
  block->left += !node->child && !node->explored;
}

void rv_write_tree(struct rv_bytes *to, struct rv_wakeup *wakeup, const struct rv_node *tree,
                   struct rv_arena *scratch) {
  if (tree) {
    struct writing block = begin_block(to, wakeup);
    struct rv_way way = rv_way_begin(scratch, tree);
    do
      write_node(&block, way.n, way.at[way.n - 1]);
    while (rv_way_next(&way));
    rv_way_end(&way);
    end_block(&block);
  }
  rv_write(to, 0);
}

/* Of what leads to no such leaf nothing is written. */
void rv_write_left(struct rv_bytes *to, struct rv_wakeup *wakeup, const struct rv_node *tree,
                   struct rv_arena *scratch) {
  if (!tree)
    return;
  struct writing block = begin_block(to, wakeup);
  struct rv_way way = rv_way_begin(scratch, tree);
  uint32_t written = 0; /* of the way */
  do {
    const struct rv_node *const node = way.at[way.n - 1];
    written = written < way.n ? written : way.n - 1;
    for (; !node->child && !node->explored && written < way.n; written++)
      write_node(&block, written + 1, way.at[written]);
  } while (rv_way_next(&way));
  rv_way_end(&way);
  if (block.left)
    end_block(&block);
  else
    to->n = block.begin;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* The steps of a block, by their numbers. */
struct reading {
  struct rv_arena *scratch;
  struct rv_shared_step **steps;
  uint64_t n, room;
};

static void add_step(struct reading *block, struct rv_shared_step *step) {
  if (block->n == block->room) {
    struct rv_shared_step **const steps = block->steps;
    block->room = block->room ? 2 * block->room : 64;
    block->steps = rv_arena_alloc(block->scratch, block->room * sizeof *steps);
    for (uint64_t i = 0; i < block->n; i++)
      block->steps[i] = steps[i];
  }
  block->steps[block->n++] = step;
}

static void read_step(struct rv_reader *from, struct rv_wakeup *wakeup, struct reading *block) {
  struct rv_shared_step step = {.thread = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1),
                                .choice = (uint32_t)rv_read_up_to(from, UINT32_MAX)};
  rv_read_op(from, &step.op, block->scratch);
  if (from->bad)
    return;
  step.footprint = rv_footprint(&step.op);
  add_step(block, rv_shared_step_take(&wakeup->steps, &wakeup->pool, &step));
}

static struct rv_node *read_node(struct rv_reader *from, struct rv_wakeup *wakeup,
                                 struct reading *block) {
  const uint64_t number = rv_read_up_to(from, 2 * block->n + 1);
  if (!from->bad && number / 2 < block->n)
    block->steps[number / 2]->uses++;
  else if (!from->bad)
    read_step(from, wakeup, block);
  if (from->bad)
    return NULL;
  struct rv_node *const node = rv_wakeup_node_of(wakeup, block->steps[number / 2]);
  node->explored = number % 2;
  return node;
}

/* Where the next node goes. */
struct place {
  struct rv_way way; /* to the node that was read last */
  struct rv_node **end;
};

static void read_nodes(const struct rv_block *from, struct rv_wakeup *wakeup, struct place *place,
                       bool *bad) {
  struct rv_way *const way = &place->way;
  struct rv_reader nodes = from->nodes;
  struct reading block = {.scratch = way->arena};
  while (nodes.i < nodes.n && !nodes.bad) {
    const uint64_t in_block = rv_read_up_to(&nodes, UINT32_MAX), depth = in_block + from->shift;
    nodes.bad |= !in_block || depth > way->n + UINT64_C(1);
    struct rv_node *const node = nodes.bad ? NULL : read_node(&nodes, wakeup, &block);
    if (!node)
      break;
    if (depth <= way->n) {
      way->n = (uint32_t)depth - 1;
      place->end = &((struct rv_node *)(uintptr_t)way->at[way->n])->next;
    }
    *place->end = node;
    rv_way_push(way, node);
    place->end = &node->child;
  }
  *bad |= nodes.bad;
}

struct rv_node *rv_read_tree(struct rv_reader *from, struct rv_wakeup *wakeup,
                             struct rv_arena *scratch) {
  struct rv_node *tree = NULL;
  struct place place = {rv_way_begin(scratch, NULL), &tree};
  for (struct rv_block block; rv_read_block(from, &block);)
    read_nodes(&block, wakeup, &place, &from->bad);
  rv_way_end(&place.way);
  return tree;
}

/* A node is a leaf if what follows is not deeper. */
static void check_nodes(struct rv_block *block, struct rv_arena *scratch, uint64_t *before,
                        bool *explored, bool *left) {
  struct rv_reader *const from = &block->nodes;
  for (uint64_t steps = 0; from->i < from->n && !from->bad;) {
    const uint64_t in_block = rv_read_up_to(from, UINT32_MAX), depth = in_block + block->shift;
    *left |= depth <= *before && !*explored;
    from->bad |= !in_block || depth > *before + 1;
    const uint64_t number = rv_read_up_to(from, 2 * steps + 1);
    *explored = number % 2;
    if (number / 2 == steps && !from->bad) {
      struct rv_op op;
      rv_read_up_to(from, RV_MAX_THREADS - 1);
      rv_read_up_to(from, UINT32_MAX);
      rv_read_op(from, &op, scratch);
      steps++;
    }
    *before = depth;
  }
}

bool rv_check_tree(struct rv_reader *from, struct rv_arena *scratch) {
  const uint64_t top = scratch->top;
  uint64_t before = 0;
  bool explored = true, left = false;
  for (struct rv_block block; rv_read_block(from, &block);) {
    check_nodes(&block, scratch, &before, &explored, &left);
    from->bad |= block.nodes.bad;
  }
  rv_arena_release(scratch, top);
  return left || !explored;
}
