/*
 * An ordered operation that only reads is added before some updates that are there: any set of them
 * with which all that must be executed after one of them is in it too. Nothing goes for that; the
 * trace is made again in an order in which they come behind it.
 */
#include <string.h>

#include "core/graph.h"

struct insertion {
  struct rv_explorer *x;
  struct rv_graph *g;
  int32_t *updates; /* the last first */
  uint32_t n;
};

static void find_updates(struct insertion *v, const struct rv_graph_visitor *by) {
  const struct rv_graph *const g = v->g;
  v->updates = rv_arena_alloc(&v->g->arena, (g->n + 1) * sizeof *v->updates);
  for (int32_t i = (int32_t)g->n - 1; i >= 0; i--)
    if (g->events[i].updates && !rv_row_has(g->threads[by->thread].order, i) &&
        rv_graph_conflicts(v->x, i, &by->op))
      v->updates[v->n++] = i;
}

static rv_tid thread_of(const struct insertion *v, uint32_t i) {
  return v->g->events[v->updates[i]].plan.thread;
}

static uint64_t updates_of(const struct insertion *v, rv_tid thread) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < v->n; i++)
    n += thread_of(v, i) == thread;
  return n;
}

/* A set has the last updates of each thread, by number: whether it has this one. */
static bool is_member(const struct insertion *v, uint64_t set, uint32_t i) {
  for (rv_tid t = 0; t < thread_of(v, i); t++)
    set /= updates_of(v, t) + 1;
  uint64_t later = 0;
  for (uint32_t k = 0; k < i; k++)
    later += thread_of(v, k) == thread_of(v, i);
  return later < set % (updates_of(v, thread_of(v, i)) + 1);
}

/* Whether a set has all that must come after some of it. */
static bool is_closed(const struct insertion *v, uint64_t set) {
  for (uint32_t i = 0; i < v->n; i++)
    for (uint32_t k = 0; is_member(v, set, i) && k < i; k++)
      if (!is_member(v, set, k) && rv_row_has(v->g->events[v->updates[k]].order, v->updates[i]))
        return false;
  return true;
}

/* The next set, in the order of numbers; 0: there is none. */
static uint64_t next_set(const struct insertion *v, uint64_t last) {
  uint64_t sets = 1;
  for (rv_tid t = 0; t < v->x->trace.width; t++)
    sets *= updates_of(v, t) + 1;
  for (uint64_t set = last + 1; set < sets; set++)
    if (is_closed(v, set))
      return set;
  return 0;
}

static void mark_later(const struct insertion *v, uint64_t *later, uint64_t set, uint64_t *base) {
  for (uint32_t i = 0; i < v->n; i++) {
    const int32_t update = v->updates[i];
    if (!is_member(v, set, i))
      continue;
    for (int32_t k = update; k < (int32_t)v->g->n; k++)
      if (rv_row_has(v->g->events[k].order, update))
        later[k / 64] |= UINT64_C(1) << (k % 64);
    *base = (uint64_t)update; /* the first is the last that is looked at */
  }
}

static uint64_t *set_new(struct rv_graph *g) {
  const size_t bytes = ((g->n + 2) / 64 + 1) * sizeof(uint64_t); /* two that are imagined, too */
  return memset(rv_arena_alloc(&g->arena, bytes), 0, bytes);
}

bool rv_graph_insert(struct rv_explorer *x, const struct rv_graph_visitor *by,
                     struct rv_graph_cursor *cursor) {
  struct rv_graph *const g = rv_graph(x);
  const bool reads = rv_graph_is_either(&by->op) || !rv_graph_updates(&by->op);
  if (rv_graph_kind(&by->op) != RV_GRAPH_ORDERED || !reads || cursor->before == UINT64_MAX)
    return false;
  const uint64_t top = g->arena.top;
  struct insertion v = {.x = x, .g = g};
  find_updates(&v, by);
  const uint64_t set = next_set(&v, cursor->before);
  cursor->before = set ? set : UINT64_MAX;
  if (!set) {
    rv_arena_release(&g->arena, top);
    return false;
  }
  const uint32_t stamp = rv_graph_next_stamp(g);
  uint64_t *const gone = set_new(g), *const later = set_new(g);
  struct rv_graph_change change = {.gone = gone,
                                   .rewritten = gone,
                                   .by = by,
                                   .by_plan = {.thread = by->thread,
                                               .stamp = stamp,
                                               .written = stamp,
                                               .several = rv_graph_is_several(g, &by->op)},
                                   .by_must = RV_GRAPH_MUST_READ,
                                   .stamp = stamp,
                                   .later = later,
                                   .read_plan = {.thread = RV_NO_THREAD, .stamp = UINT32_MAX}};
  mark_later(&v, later, set, &change.base);
  rv_graph_change(x, &change);
  return true;
}
