#include "core/way.h"

#include <string.h>

#include "core/wakeup.h"

struct rv_way rv_way_begin(struct rv_arena *arena, const struct rv_node *tree) {
  struct rv_way way = {.arena = arena, .top = arena->top};
  if (tree)
    rv_way_push(&way, tree);
  return way;
}

void rv_way_end(struct rv_way *way) {
  rv_arena_release(way->arena, way->top);
}

void rv_way_push(struct rv_way *way, const struct rv_node *node) {
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

static bool past_node(struct rv_way *way) {
  while (way->n && !way->at[way->n - 1]->next)
    way->n--;
  if (!way->n)
    return false;
  way->at[way->n - 1] = way->at[way->n - 1]->next;
  return true;
}

bool rv_way_next(struct rv_way *way) {
  if (!way->at[way->n - 1]->child)
    return past_node(way);
  rv_way_push(way, way->at[way->n - 1]->child);
  return true;
}

bool rv_way_past_list(struct rv_way *way) {
  way->n--;
  return past_node(way);
}
