/*
 * RC11, the memory model of C11 as Lahav, Vafeiadis, Kang, Hur and Dreyer have repaired it (PLDI
 * 2017), for an event that is added to a consistent graph. Nothing happens after such an event, so
 * it can break a rule only by what comes after it in the modification order.
 */
#include "core/graph.h"

struct judged {
  struct rv_graph *g;
  uint32_t n;
  const uint64_t *gone;
};

static bool is_there(const struct judged *j, int32_t at) {
  return !j->gone || !(j->gone[at / 64] >> (at % 64) & 1);
}

/* Where a write is in the modification order of its location. One that is only imagined is not in
 * the list yet. */
static int32_t rank(const struct judged *j, const struct rv_graph_location *location,
                    int32_t write) {
  if (write == RV_GRAPH_INITIAL)
    return 0;
  if ((uint32_t)write < j->g->n)
    return 2 * (rv_graph_place(location, write) + 1);
  return 2 * (rv_graph_place(location, j->g->events[write].plan.after) + 1) + 1;
}

/* The same for any access: that of the write that it reads from. */
static int32_t rank_of(const struct judged *j, int32_t at) {
  const struct rv_graph_event *const e = &j->g->events[at];
  return rank(j, e->location, e->kind == RV_GRAPH_READ ? e->plan.source : at);
}

/* hb ; eco is irreflexive: what comes after e in the modification order, and who reads that, does
 * not happen before e. Says whether anything comes after it. */
static bool is_coherent(const struct judged *j, int32_t at, int32_t mine, bool *overtaken) {
  const struct rv_graph_event *const e = &j->g->events[at];
  const struct rv_graph_location *const location = e->location;
  for (uint32_t i = 0; i < location->n_order; i++) {
    if (2 * ((int32_t)i + 1) <= mine || !is_there(j, location->order[i]))
      continue;
    *overtaken = true;
    if (rv_row_has(e->hb, location->order[i]))
      return false;
  }
  for (uint32_t i = 0; *overtaken && i < location->n_reads; i++) {
    const int32_t read = location->reads[i];
    if (is_there(j, read) && rv_row_has(e->hb, read) && rank_of(j, read) > mine)
      return false;
  }
  return true;
}

/* Between a read-modify-write and what it reads nothing comes. */
static bool is_atomic(const struct judged *j, const struct rv_graph_event *e) {
  const struct rv_graph *const g = j->g;
  if (e->exclusive && g->events[e->read].plan.source != e->plan.after)
    return false;
  const struct rv_graph_location *const location = e->location;
  uint32_t i = (uint32_t)(rv_graph_place(location, e->plan.after) + 1);
  while (i < location->n_order && !is_there(j, location->order[i]))
    i++;
  if (i == location->n_order)
    return true;
  const struct rv_graph_event *const next = &g->events[location->order[i]];
  return !next->exclusive || g->events[next->read].plan.source != e->plan.after;
}

/* --- the order of what is seq_cst --------------------------------------------------------------
 */

static bool is_sc(const struct rv_graph_event *e) {
  return e->memory_order == __ATOMIC_SEQ_CST && (e->location || e->kind == RV_GRAPH_FENCE);
}

static bool is_sc_fence(const struct rv_graph_event *e) {
  return e->kind == RV_GRAPH_FENCE && is_sc(e);
}

static bool happens_before(const struct judged *j, int32_t a, int32_t b) {
  return a != b && rv_row_has(j->g->events[b].hb, a);
}

static bool same_location(const struct judged *j, int32_t a, int32_t b) {
  const struct rv_graph_event *const events = j->g->events;
  return events[a].location && events[a].location == events[b].location;
}

static bool sb_elsewhere(const struct judged *j, int32_t a, int32_t b) {
  return a != b && rv_row_has(j->g->events[b].sb, a) && !same_location(j, a, b);
}

/* mo or rb, to a write. */
static bool is_overtaken(const struct judged *j, int32_t a, int32_t b) {
  return a != b && same_location(j, a, b) && j->g->events[b].kind == RV_GRAPH_WRITE &&
         rank_of(j, a) < rank_of(j, b);
}

static bool eco(const struct judged *j, int32_t a, int32_t b) {
  if (a == b || !same_location(j, a, b))
    return false;
  const struct rv_graph_event *const e = &j->g->events[a], *const f = &j->g->events[b];
  const int32_t first = rank_of(j, a), second = rank_of(j, b);
  return first < second ||
         (first == second && e->kind == RV_GRAPH_WRITE && f->kind == RV_GRAPH_READ);
}

/* sb to another location, hb, sb to another location. */
static bool passes_on(const struct judged *j, int32_t a, int32_t b) {
  if (!happens_before(j, a, b))
    return false;
  for (int32_t u = 0; u < (int32_t)j->n; u++) {
    if (!is_there(j, u) || !sb_elsewhere(j, a, u))
      continue;
    for (int32_t v = 0; v < (int32_t)j->n; v++)
      if (is_there(j, v) && happens_before(j, u, v) && sb_elsewhere(j, v, b))
        return true;
  }
  return false;
}

static bool scb(const struct judged *j, int32_t a, int32_t b) {
  if (a == b)
    return false;
  return rv_row_has(j->g->events[b].sb, a) || is_overtaken(j, a, b) ||
         (same_location(j, a, b) && happens_before(j, a, b)) || passes_on(j, a, b);
}

/* hb ; eco ; hb between fences. */
static bool fences_ordered(const struct judged *j, int32_t a, int32_t b) {
  if (happens_before(j, a, b))
    return true;
  for (int32_t u = 0; u < (int32_t)j->n; u++) {
    if (!is_there(j, u) || !happens_before(j, a, u))
      continue;
    for (int32_t v = 0; v < (int32_t)j->n; v++)
      if (is_there(j, v) && happens_before(j, v, b) && eco(j, u, v))
        return true;
  }
  return false;
}

/* An edge of psc_base begins at e itself or, if that is a fence, at what happens after it; it ends
 * in the same way. */
static bool psc_from_to(const struct judged *j, int32_t a, int32_t b) {
  const struct rv_graph_event *const events = j->g->events;
  for (int32_t u = 0; u < (int32_t)j->n; u++) {
    if (!is_there(j, u) || (u != a && !(is_sc_fence(&events[a]) && happens_before(j, a, u))))
      continue;
    for (int32_t v = 0; v < (int32_t)j->n; v++)
      if (is_there(j, v) && (v == b || (is_sc_fence(&events[b]) && happens_before(j, v, b))) &&
          scb(j, u, v))
        return true;
  }
  return is_sc_fence(&events[a]) && is_sc_fence(&events[b]) && a != b && fences_ordered(j, a, b);
}

/* Whether psc is acyclic: as long as there is one that none of those left precedes, it is taken
 * away. */
static bool psc_is_acyclic(const struct judged *j) {
  struct rv_graph *const g = j->g;
  const uint64_t top = g->arena.top;
  int32_t *const left = rv_arena_alloc(&g->arena, j->n * sizeof *left);
  uint32_t n = 0;
  for (int32_t i = 0; i < (int32_t)j->n; i++)
    if (is_there(j, i) && is_sc(&g->events[i]))
      left[n++] = i;
  for (bool found = true; found && n;) {
    found = false;
    for (uint32_t i = 0; !found && i < n; i++) {
      found = true;
      for (uint32_t k = 0; found && k < n; k++)
        found = !psc_from_to(j, left[k], left[i]);
      if (found)
        left[i] = left[--n];
    }
  }
  rv_arena_release(&g->arena, top);
  return n == 0;
}

bool rv_graph_allows(struct rv_graph *g, uint32_t n, const uint64_t *gone) {
  const struct judged j = {g, n, gone};
  const int32_t at = (int32_t)n - 1;
  const struct rv_graph_event *const e = &g->events[at];
  bool overtaken = false;
  if (!e->location)
    return true;
  if (e->kind == RV_GRAPH_WRITE && !is_atomic(&j, e))
    return false;
  if (!is_coherent(&j, at, rank_of(&j, at), &overtaken))
    return false;
  return !overtaken || psc_is_acyclic(&j);
}
