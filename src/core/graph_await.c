/*
 * Awaits whose condition looks at more or less, depending on what it finds (`x == 1 && y == 2`).
 * Where such an await comes in the order of the updates of y must be decided whether it looks at y
 * or not: elsewhere it would. So all ranges that such conditions look at are found out as facts,
 * and an await that looks at one of them is taken to look at all of them. That tells apart more
 * graphs than there are executions; those that come again are known by what they did
 * (graph_repeat.c).
 */
#include <string.h>

#include "core/dependence.h"
#include "core/graph.h"

/* What an await was first seen to look at: that of a thread with so many events before it. */
struct rv_graph_await {
  struct rv_graph_await *next;
  rv_tid thread;
  uint32_t events;
  uint32_t n;
  struct rv_access looks[];
};

static bool only_looks(const struct rv_op *op) {
  return op->kind == RV_OP_AWAIT && !(op->flags & RV_OP_VARIES) && rv_only_reads(op);
}

static bool overlaps_any(const struct rv_access *list, uint32_t n, const struct rv_op *op) {
  for (uint32_t i = 0; i < n; i++)
    for (unsigned k = 0; k < rv_access_count(op); k++)
      if (rv_overlap(&list[i], rv_access(op, k)))
        return true;
  return false;
}

static bool varies(const struct rv_graph *g, const struct rv_op *op) {
  return g->n_varying && only_looks(op) && overlaps_any(g->varying, g->n_varying, op);
}

bool rv_graph_is_several(const struct rv_graph *g, const struct rv_op *op) {
  return op->more_count || varies(g, op);
}

bool rv_graph_may_look_at(const struct rv_graph *g, const struct rv_op *await,
                          const struct rv_op *other) {
  return varies(g, await) && overlaps_any(g->varying, g->n_varying, other);
}

void rv_graph_await_begin(struct rv_explorer *x) {
  struct rv_graph *const g = rv_graph(x);
  if (g->n_varying || !rv_fact(x, RV_FACT_VARYING))
    return;
  const struct rv_facts *const facts = x->facts;
  g->varying = rv_pool_alloc(&g->pool, facts->known * sizeof *g->varying);
  for (uint32_t i = 0; i < facts->known; i++)
    if (facts->at[i].kind == RV_FACT_VARYING)
      g->varying[g->n_varying++] =
          (struct rv_access){facts->at[i].value, facts->at[i].size, RV_READ};
}

static bool is_range_of(const struct rv_access *list, uint32_t n, const struct rv_access *range) {
  for (uint32_t i = 0; i < n; i++)
    if (list[i].addr == range->addr && list[i].size == range->size)
      return true;
  return false;
}

static bool looks_at_the_same(const struct rv_graph_await *await, const struct rv_op *op) {
  if (await->n != rv_access_count(op))
    return false;
  for (uint32_t i = 0; i < await->n; i++)
    if (!is_range_of(await->looks, await->n, rv_access(op, i)))
      return false;
  return true;
}

static void found_varying(struct rv_explorer *x, const struct rv_access *range) {
  const struct rv_graph *const g = rv_graph(x);
  if (!is_range_of(g->varying, g->n_varying, range))
    rv_fact_found(x, RV_FACT_VARYING, rv_object_find(&x->hb.objects, range->addr, range->size));
}

static void look(struct rv_explorer *x, rv_tid thread, const struct rv_op *op) {
  struct rv_graph *const g = rv_graph(x);
  const uint32_t events = x->trace.threads[thread].events;
  struct rv_graph_await **const first = &g->awaits[(thread * 31 + events) % RV_GRAPH_LOCATIONS];
  struct rv_graph_await *await = *first;
  while (await && (await->thread != thread || await->events != events))
    await = await->next;
  const uint32_t n = rv_access_count(op);
  if (!await) {
    await = rv_pool_alloc(&g->pool, sizeof *await + n * sizeof *await->looks);
    *await = (struct rv_graph_await){*first, thread, events, n};
    for (uint32_t i = 0; i < n; i++)
      await->looks[i] = *rv_access(op, i);
    *first = await;
    return;
  }
  if (looks_at_the_same(await, op))
    return;
  for (uint32_t i = 0; i < n; i++)
    found_varying(x, rv_access(op, i));
  for (uint32_t i = 0; i < await->n; i++)
    found_varying(x, &await->looks[i]);
}

void rv_graph_await_look(struct rv_explorer *x, bool awaits) {
  struct rv_graph *const g = rv_graph(x);
  const struct rv_system *const system = x->system;
  g->awaited |= awaits;
  for (rv_tid t = 0; g->awaited && t < system->threads(system->self); t++)
    if (only_looks(system->next(system->self, t)))
      look(x, t, system->next(system->self, t));
}
