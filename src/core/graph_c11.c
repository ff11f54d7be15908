/*
 * RC11, the memory model of C11 as Lahav, Vafeiadis, Kang, Hur and Dreyer have repaired it (PLDI
 * 2017): the order of what is seq_cst. The rest of it is in graph.c (what happens before what) and
 * in graph_model.c.
 */
#include "core/graph.h"

struct judged {
  struct rv_graph *g;
  uint32_t n;
  const uint64_t *gone;
};

static bool is_there(const struct judged *j, int32_t at) {
  return !rv_graph_is_gone(j->gone, at);
}

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
         rv_graph_rank(j->g, a) < rv_graph_rank(j->g, b);
}

static bool eco(const struct judged *j, int32_t a, int32_t b) {
  if (a == b || !same_location(j, a, b))
    return false;
  const struct rv_graph_event *const e = &j->g->events[a], *const f = &j->g->events[b];
  const int32_t first = rv_graph_rank(j->g, a), second = rv_graph_rank(j->g, b);
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
bool rv_graph_psc_is_acyclic(struct rv_graph *g, uint32_t n_events, const uint64_t *gone) {
  const struct judged judged = {g, n_events, gone}, *const j = &judged;
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
