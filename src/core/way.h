/*
 * The way from a state to a node of its wakeup tree (wakeup.h): `at[n - 1]` is the node.
 */
#ifndef RAVEL_CORE_WAY_H
#define RAVEL_CORE_WAY_H

#include <stdbool.h>

#include "core/memory.h"

struct rv_node;

struct rv_way {
  struct rv_arena *arena;
  uint64_t top;
  const struct rv_node **at;
  uint32_t n, capacity;
};

/* To the first node of a tree, if there is one. What the arena gives out in between is gone with
 * the way. */
struct rv_way rv_way_begin(struct rv_arena *arena, const struct rv_node *tree);
void rv_way_end(struct rv_way *way);

void rv_way_push(struct rv_way *way, const struct rv_node *node);

/* The next node in the order in which branches are explored; false past the last. */
bool rv_way_next(struct rv_way *way);

/* The same past all that is below this node, or next to it. */
bool rv_way_past_list(struct rv_way *way);

#endif
