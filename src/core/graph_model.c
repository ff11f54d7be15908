/*
 * The memory models, for an event that is added to a consistent graph. Nothing happens after such
 * an event, so it can break a rule only by what comes after it in the modification order. Coherence
 * and atomicity are common to all of them; under tso, pso and sc only program order, the creation
 * of threads, joins and locks make something happen before something else.
 */
#include "core/graph.h"

static int32_t rank_of_write(const struct rv_graph *g, const struct rv_graph_location *location,
                             int32_t write) {
  if (write == RV_GRAPH_INITIAL)
    return 0;
  if ((uint32_t)write < g->n)
    return 2 * (rv_graph_place(location, write) + 1);
  return 2 * (rv_graph_place(location, g->events[write].plan.after) + 1) + 1;
}

int32_t rv_graph_rank(const struct rv_graph *g, int32_t at) {
  const struct rv_graph_event *const e = &g->events[at];
  return rank_of_write(g, e->location, e->kind == RV_GRAPH_READ ? e->plan.source : at);
}

/* hb ; eco is irreflexive: what comes after e in the modification order, and who reads that, does
 * not happen before e. Says whether anything comes after it. */
static bool is_coherent(const struct rv_graph *g, int32_t at, const uint64_t *gone,
                        bool *overtaken) {
  const struct rv_graph_event *const e = &g->events[at];
  const int32_t mine = rv_graph_rank(g, at);
  const struct rv_graph_location *const location = e->location;
  for (uint32_t i = 0; i < location->n_order; i++) {
    if (2 * ((int32_t)i + 1) <= mine || rv_graph_is_gone(gone, location->order[i]))
      continue;
    *overtaken = true;
    if (rv_row_has(e->hb, location->order[i]))
      return false;
  }
  for (uint32_t i = 0; *overtaken && i < location->n_reads; i++) {
    const int32_t read = location->reads[i];
    if (!rv_graph_is_gone(gone, read) && rv_row_has(e->hb, read) && rv_graph_rank(g, read) > mine)
      return false;
  }
  return true;
}

/* Between a read-modify-write and what it reads nothing comes. */
static bool is_atomic(const struct rv_graph *g, const struct rv_graph_event *e,
                      const uint64_t *gone) {
  if (e->exclusive && g->events[e->read].plan.source != e->plan.after)
    return false;
  const struct rv_graph_location *const location = e->location;
  uint32_t i = (uint32_t)(rv_graph_place(location, e->plan.after) + 1);
  while (i < location->n_order && rv_graph_is_gone(gone, location->order[i]))
    i++;
  if (i == location->n_order)
    return true;
  const struct rv_graph_event *const next = &g->events[location->order[i]];
  return !next->exclusive || g->events[next->read].plan.source != e->plan.after;
}

bool rv_graph_allows(struct rv_graph *g, uint32_t n, const uint64_t *gone) {
  const int32_t at = (int32_t)n - 1;
  const struct rv_graph_event *const e = &g->events[at];
  bool overtaken = false;
  if (!e->location)
    return true;
  if (e->kind == RV_GRAPH_WRITE && !is_atomic(g, e, gone))
    return false;
  if (!is_coherent(g, at, gone, &overtaken))
    return false;
  if (!overtaken)
    return true;
  return g->model == RV_MEMORY_C11 ? rv_graph_psc_is_acyclic(g, n, gone)
                                   : rv_graph_buffer_allows(g, n, gone);
}

bool rv_graph_is_consistent(struct rv_graph *g) {
  return g->model == RV_MEMORY_C11 ? rv_graph_psc_is_consistent(g)
                                   : rv_graph_buffer_is_consistent(g);
}
