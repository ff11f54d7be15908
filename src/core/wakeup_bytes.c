#include "core/wakeup_bytes.h"

#include <string.h>

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
  uint64_t left, n_steps, n_lists;
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

/* What a node is, in one number. A list that was written has the same for all of them, and its
 * own number follows. */
enum { WRITTEN_LIST, FIRST_STEP };
enum { IS_EXPLORED = 1, IS_LIST = 2, KINDS = 4 };

static void write_node(struct writing *block, uint64_t depth, const struct rv_node *node,
                       uint32_t kind) {
  struct rv_shared_step *const step = node->step;
  const bool new = step->block != block->steps->blocks;
  if (new) {
    step->block = block->steps->blocks;
    step->number = block->n_steps++;
  }
  kind |= node->explored ? IS_EXPLORED : 0;
  rv_write_two(block->to, depth, FIRST_STEP + KINDS * step->number + kind);
  if (new) {
    rv_write_two(block->to, step->thread, step->choice);
    rv_write_op(block->to, &step->op);
  }
  block->left += !node->child && !node->explored;
}

/* False: all that is below it, or next to it, was written before. */
static bool write_list(struct writing *block, uint64_t depth, struct rv_node *node) {
  if (node->uses == 1) {
    write_node(block, depth, node, 0);
    return true;
  }
  if (node->block == block->steps->blocks) {
    rv_write_two(block->to, depth, WRITTEN_LIST);
    rv_write(block->to, node->number);
    return false;
  }
  node->block = block->steps->blocks;
  node->number = block->n_lists++;
  write_node(block, depth, node, IS_LIST);
  return true;
}

/* The list, the one below its last branch, and so on. */
static void own_last_lists(struct rv_wakeup *wakeup, struct rv_node **list) {
  while (*list) {
    struct rv_node *node = rv_wakeup_own(wakeup, list);
    while (node->next)
      node = rv_wakeup_own(wakeup, &node->next);
    list = &node->child;
  }
}

void rv_write_tree(struct rv_bytes *to, struct rv_wakeup *wakeup, struct rv_node **tree,
                   struct rv_arena *scratch) {
  own_last_lists(wakeup, tree);
  if (*tree) {
    struct writing block = begin_block(to, wakeup);
    struct rv_way way = rv_way_begin(scratch, *tree);
    while (write_list(&block, way.n, (struct rv_node *)(uintptr_t)way.at[way.n - 1])
               ? rv_way_next(&way)
               : rv_way_past_list(&way))
      ;
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
      write_node(&block, written + 1, way.at[written], 0);
  } while (rv_way_next(&way));
  rv_way_end(&way);
  if (block.left)
    end_block(&block);
  else
    to->n = block.begin;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* A list that may come again. Its end is known when something comes that is less deep. */
struct list {
  struct rv_node *first;
  uint64_t depth, outer; /* the one that had no end when it began, from 1; 0: none */
  bool ended;
};

/* The steps of a block, and its lists, by their numbers. */
struct reading {
  struct rv_arena *scratch;
  struct rv_shared_step **steps;
  uint64_t n_steps, room_steps;
  struct list *lists;
  uint64_t n_lists, room_lists;
  uint64_t inner; /* the last one that has no end, from 1; 0: none */
  uint64_t depth; /* of what was read last, */
  bool is_again;  /* which is a list that was there before */
};

static void *with_room(struct rv_arena *scratch, void *first, uint64_t n, uint64_t *room,
                       size_t size) {
  if (n < *room)
    return first;
  *room = *room ? 2 * *room : 64;
  void *const more = rv_arena_alloc(scratch, *room * size);
  if (n)
    memcpy(more, first, n * size);
  return more;
}

static void add_step(struct reading *block, struct rv_shared_step *step) {
  block->steps = with_room(block->scratch, block->steps, block->n_steps, &block->room_steps,
                           sizeof *block->steps);
  block->steps[block->n_steps++] = step;
}

static void begin_list(struct reading *block, struct rv_node *first) {
  block->lists = with_room(block->scratch, block->lists, block->n_lists, &block->room_lists,
                           sizeof *block->lists);
  block->lists[block->n_lists++] =
      (struct list){.first = first, .depth = block->depth, .outer = block->inner};
  block->inner = block->n_lists;
}

static void end_lists(struct reading *block) {
  for (; block->inner && block->lists[block->inner - 1].depth > block->depth;
       block->inner = block->lists[block->inner - 1].outer)
    block->lists[block->inner - 1].ended = true;
}

/* The depth of what comes next. Nothing is put behind a list that was there before. */
static uint64_t read_depth(struct rv_reader *from, struct reading *block) {
  const uint64_t depth = rv_read_up_to(from, UINT32_MAX);
  from->bad |= !depth || (block->is_again && depth >= block->depth);
  block->is_again = false;
  block->depth = depth;
  end_lists(block);
  return depth;
}

/* A node, by its kind; WRITTEN_LIST: `*list` comes again here. */
static uint64_t read_kind(struct rv_reader *from, struct reading *block, const struct list **list) {
  const uint64_t kind = rv_read_up_to(from, FIRST_STEP + KINDS * block->n_steps + KINDS - 1);
  *list = NULL;
  if (kind != WRITTEN_LIST || from->bad)
    return kind;
  const uint64_t number = rv_read(from);
  if (number < block->n_lists && block->lists[number].ended)
    *list = &block->lists[number];
  from->bad |= !*list;
  block->is_again = true;
  return kind;
}

static void read_step(struct rv_reader *from, struct rv_shared_step *step,
                      struct rv_arena *scratch) {
  *step = (struct rv_shared_step){.thread = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1),
                                  .choice = (uint32_t)rv_read_up_to(from, UINT32_MAX)};
  rv_read_op(from, &step->op, scratch);
}

static void read_new_step(struct rv_reader *from, struct rv_wakeup *wakeup, struct reading *block) {
  struct rv_shared_step step;
  read_step(from, &step, block->scratch);
  if (from->bad)
    return;
  step.footprint = rv_footprint(&step.op);
  add_step(block, rv_shared_step_take(&wakeup->steps, &wakeup->pool, &step));
}

/* A list that was there before gets one more user. */
static struct rv_node *read_node(struct rv_reader *from, struct rv_wakeup *wakeup,
                                 struct reading *block) {
  const struct list *list;
  const uint64_t kind = read_kind(from, block, &list);
  if (list)
    return rv_wakeup_use(list->first);
  const uint64_t number = (kind - FIRST_STEP) / KINDS;
  if (!from->bad && number < block->n_steps)
    block->steps[number]->uses++;
  else if (!from->bad)
    read_new_step(from, wakeup, block);
  if (from->bad)
    return NULL;
  struct rv_node *const node = rv_wakeup_node_of(wakeup, block->steps[number]);
  node->explored = (kind - FIRST_STEP) % KINDS & IS_EXPLORED;
  if ((kind - FIRST_STEP) & IS_LIST)
    begin_list(block, node);
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
    const uint64_t depth = read_depth(&nodes, &block) + from->shift;
    nodes.bad |= depth > way->n + UINT64_C(1);
    struct rv_node *const node = nodes.bad ? NULL : read_node(&nodes, wakeup, &block);
    if (!node)
      break;
    if (depth <= way->n) {
      way->n = (uint32_t)depth - 1;
      place->end = &((struct rv_node *)(uintptr_t)way->at[way->n])->next;
    }
    *place->end = node;
    if (block.is_again)
      continue;
    rv_way_push(way, node);
    place->end = &node->child;
  }
  *bad |= nodes.bad || block.is_again;
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
struct leaves {
  uint64_t before; /* the depth of the last node */
  bool explored;   /* it is, if it is a leaf; a list that was there before is no leaf */
  bool left;       /* some are not */
};

static void check_nodes(struct rv_block *block, struct rv_arena *scratch, struct leaves *leaves) {
  struct rv_reader *const from = &block->nodes;
  struct reading reading = {.scratch = scratch};
  while (from->i < from->n && !from->bad) {
    const uint64_t depth = read_depth(from, &reading) + block->shift;
    const struct list *list;
    leaves->left |= depth <= leaves->before && !leaves->explored;
    from->bad |= depth > leaves->before + 1;
    const uint64_t kind = read_kind(from, &reading, &list) - FIRST_STEP;
    leaves->explored = list || kind & IS_EXPLORED;
    leaves->before = depth;
    if (list || from->bad)
      continue;
    if (kind / KINDS == reading.n_steps) {
      struct rv_shared_step step;
      read_step(from, &step, scratch);
      reading.n_steps++;
    }
    if (kind & IS_LIST)
      begin_list(&reading, NULL);
  }
  from->bad |= reading.is_again;
}

bool rv_check_tree(struct rv_reader *from, struct rv_arena *scratch) {
  const uint64_t top = scratch->top;
  struct leaves leaves = {.explored = true};
  for (struct rv_block block; rv_read_block(from, &block);) {
    check_nodes(&block, scratch, &leaves);
    from->bad |= block.nodes.bad;
  }
  rv_arena_release(scratch, top);
  return leaves.left || !leaves.explored;
}
