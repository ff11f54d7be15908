/*
 * What is kept of parts that are explored (trunk.h), as more may be found that is to be inserted
 * there: their branches, but for what is behind leaves, as flat bytes.
 */
#include "core/trunk.h"
#include "core/wakeup_bytes.h"

/* The nodes of a tree, so many levels deeper. */
static void copy_nodes(struct rv_trunk *trunk, struct rv_bytes *to, struct rv_reader from,
                       uint64_t levels) {
  for (struct rv_block block; rv_read_block(&from, &block);) {
    block.shift += levels;
    rv_write_block(to, &block);
  }
  trunk->bad |= from.bad;
}

/* What was explored from a state before it was left to the trunk, with the branch that was being
 * explored then. False: this state is behind a leaf of the tree. */
static bool explored_at(const struct rv_part *part, uint64_t i, struct rv_reader *from) {
  const size_t begin = i ? part->explored_ends[i - 1] : 0;
  *from = rv_reader(part->explored.at + begin, part->explored_ends[i] - begin);
  return rv_read(from);
}

/* From each state that was left to the trunk: what was explored before, what follows the branch
 * that was being explored, and the part of what comes after it. */
static void gather_tree(struct rv_trunk *trunk, struct rv_part *part, struct rv_bytes *to) {
  const uint64_t left = part->root - part->begin;
  struct rv_reader from;
  uint64_t level = 0;
  for (; level < left && explored_at(part, level, &from); level++)
    copy_nodes(trunk, to, from, level);
  if (level == left)
    copy_nodes(trunk, to, rv_reader(part->tree.at, part->tree.n), level);
  while (level-- > 0) {
    struct rv_part *const rest = part->parts[level];
    if (rest)
      copy_nodes(trunk, to, rv_reader(rest->tree.at, rest->tree.n), level);
  }
  rv_write(to, 0);
}

void rv_part_free_parts(struct rv_trunk *trunk, struct rv_part *part) {
  for (; part->root > part->begin; part->root--) {
    struct rv_part **const rest = &part->parts[part->root - 1 - part->begin];
    if (*rest)
      rv_part_free(trunk, *rest);
    *rest = NULL;
  }
}

void rv_part_keep(struct rv_trunk *trunk, struct rv_part *part) {
  struct rv_bytes tree = {.pool = &trunk->pool};
  if (part->root > part->begin) {
    gather_tree(trunk, part, &tree);
    rv_part_bytes_free(trunk, &part->tree);
    part->tree = tree;
  }
  rv_part_free_parts(trunk, part);
  rv_part_bytes_free(trunk, &part->path);
  rv_part_bytes_free(trunk, &part->explored);
  part->state = RV_PART_KEPT;
}
