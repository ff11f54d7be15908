/*
 * Lists of branches that are the same become one. Trees are gone through from their leaves up, so
 * that two lists are the same if they begin with the same step and go on with the same two nodes.
 * That is done whenever there are twice as many nodes as were left by the last time: so it costs
 * little for each node that is made, and nothing where there are few.
 */
#include <string.h>

#include "core/wakeup.h"

bool rv_wakeup_is_to_share(const struct rv_wakeup *wakeup, bool is_part) {
  enum { MORE = 8 };
  return wakeup->nodes > (is_part ? MORE : 1) * wakeup->few && wakeup->nodes > wakeup->bearable;
}

/* The table is never full; there are at most two slots for each node to go through. */
struct rv_sharing rv_sharing_begin(struct rv_wakeup *wakeup, struct rv_arena *scratch) {
  struct rv_sharing sharing = {.wakeup = wakeup, .scratch = scratch, .top = scratch->top};
  uint64_t size = 16;
  while (size < wakeup->nodes + wakeup->nodes / 4)
    size *= 2;
  sharing.mask = size - 1;
  sharing.table = rv_arena_alloc(scratch, size * sizeof *sharing.table);
  memset(sharing.table, 0, size * sizeof *sharing.table);
  sharing.slots = rv_arena_alloc(scratch, (2 * wakeup->nodes + 1) * sizeof *sharing.slots);
  wakeup->shared++;
  return sharing;
}

static uint64_t hash_next(uint64_t hash, const void *pointer) {
  hash = (hash ^ (uintptr_t)pointer) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

static bool is_same(const struct rv_node *a, const struct rv_node *b) {
  return a->step == b->step && a->child == b->child && a->next == b->next &&
         a->explored == b->explored;
}

/* The one node that stands for all that are like this one. */
static struct rv_node *the_one_like(struct rv_sharing *sharing, struct rv_node *node) {
  uint64_t at =
      hash_next(hash_next(hash_next(node->explored, node->step), node->child), node->next);
  struct rv_node **found;
  while (*(found = &sharing->table[at & sharing->mask]) && !is_same(*found, node))
    at++;
  if (!*found)
    *found = node;
  else if (*found != node) {
    rv_wakeup_use(*found);
    rv_wakeup_release(sharing->wakeup, node);
  }
  return *found;
}

/* A node that was seen is met again when what is below it and next to it is done. */
void rv_sharing_tree(struct rv_sharing *sharing, struct rv_node **tree) {
  struct rv_node ***const slots = sharing->slots;
  uint64_t n = 0;
  slots[n++] = tree;
  while (n) {
    struct rv_node *const node = *slots[n - 1];
    if (!node)
      n--;
    else if (node->shared == sharing->wakeup->shared) {
      n--;
      *slots[n] = the_one_like(sharing, node);
    } else {
      node->shared = sharing->wakeup->shared;
      slots[n++] = &node->next;
      slots[n++] = &node->child;
    }
  }
}

void rv_sharing_end(struct rv_sharing *sharing) {
  rv_arena_release(sharing->scratch, sharing->top);
  sharing->wakeup->bearable = 2 * sharing->wakeup->nodes;
}
