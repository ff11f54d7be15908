/*
 * Store buffers, by axioms: TSO, the model of x86 (Owens, Sarkar, Sewell 2009), in which a load may
 * overtake the stores of its thread that are still in the buffer; PSO, in which a store may
 * overtake stores to other memory, too; and sc, in which nothing is ever in a buffer.
 *
 * Of each event it is known what comes before it for all threads: all that happens before it, but
 * for what may still be in the buffer then. Read-modify-writes, stores and fences that are seq_cst,
 * and whatever is not weak empty the buffer. A graph is allowed if these orders, reads from other
 * threads, and the modification order have no cycle.
 */
#include <string.h>

#include "core/graph.h"

static bool releases(unsigned order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

uint8_t rv_graph_drains(const struct rv_graph *g, const struct rv_op *op) {
  const enum rv_graph_kind kind = rv_graph_kind(op);
  const unsigned order = op->weak & RV_WEAK_ORDER;
  if (g->model == RV_MEMORY_SC || kind == RV_GRAPH_ORDERED || kind == RV_GRAPH_CHOICE ||
      (op->weak & (RV_WEAK_EXCLUSIVE | RV_WEAK_UPDATES)) ||
      (order == __ATOMIC_SEQ_CST && kind != RV_GRAPH_READ))
    return RV_GRAPH_DRAINS_BEFORE * (kind != RV_GRAPH_WRITE) | RV_GRAPH_DRAINS_AFTER |
           RV_GRAPH_KEEPS_ORDER;
  if (g->model == RV_MEMORY_TSO)
    return RV_GRAPH_KEEPS_ORDER;
  if (kind == RV_GRAPH_FENCE)
    return releases(order) ? RV_GRAPH_FENCES_STORES : 0;
  return kind == RV_GRAPH_WRITE && releases(order) ? RV_GRAPH_KEEPS_ORDER : 0;
}

void rv_graph_buffer_imagine(struct rv_graph *g, int32_t at, const struct rv_graph_thread *thread) {
  struct rv_graph_event *const e = &g->events[at];
  e->buffered = thread->buffered;
  if (e->drains & RV_GRAPH_DRAINS_BEFORE) /* and what an ordered event conflicts with */
    e->before = rv_row_join(g, e->before, e->hb);
  else if (e->kind == RV_GRAPH_WRITE)
    e->before = e->drains & RV_GRAPH_KEEPS_ORDER ? e->hb : rv_row_without(g, e->hb, thread->loose);
  else
    e->before = rv_row_without(g, e->hb, thread->buffered);
}

void rv_graph_buffer_push(struct rv_graph *g, int32_t at, struct rv_graph_thread *thread) {
  rv_graph_buffer_imagine(g, at, thread);
  const struct rv_graph_event *const e = &g->events[at];
  if (e->drains & RV_GRAPH_DRAINS_AFTER) {
    thread->buffered = thread->loose = NULL;
    return;
  }
  if (e->drains & RV_GRAPH_FENCES_STORES)
    thread->loose = NULL;
  if (e->kind != RV_GRAPH_WRITE)
    return;
  thread->buffered = rv_row_with(g, thread->buffered, at);
  thread->loose = rv_row_with(g, thread->loose, at);
}

/* --- cycles ------------------------------------------------------------------------------------
 */

/* Events that are found to come before the one that is judged, and have been looked at or not. */
struct search {
  struct rv_graph *g;
  const uint64_t *gone;
  uint32_t words;
  uint64_t *found, *left;
};

static void find(struct search *s, int32_t at) {
  const uint64_t bit = UINT64_C(1) << (at % 64);
  if (rv_graph_is_gone(s->gone, at) || s->found[at / 64] & bit)
    return;
  s->found[at / 64] |= bit;
  s->left[at / 64] |= bit;
}

static void find_row(struct search *s, const struct rv_row *row) {
  for (uint32_t i = 0; row && i < row->words; i++) {
    const uint64_t more = row->bits[i] & ~s->found[i] & ~(s->gone ? s->gone[i] : 0);
    s->found[i] |= more;
    s->left[i] |= more;
  }
}

/* What a write comes after: writes before it, and reads from those. */
static void find_overtaken(struct search *s, int32_t at) {
  const struct rv_graph *const g = s->g;
  const struct rv_graph_location *const location = g->events[at].location;
  const int32_t rank = rv_graph_rank(g, at);
  for (uint32_t i = 0; i < location->n_order && 2 * ((int32_t)i + 1) < rank; i++)
    find(s, location->order[i]);
  for (uint32_t i = 0; i < location->n_reads; i++)
    if (!rv_graph_is_gone(s->gone, location->reads[i]) &&
        rv_graph_rank(g, location->reads[i]) < rank)
      find(s, location->reads[i]);
}

static void look_before(struct search *s, int32_t at) {
  const struct rv_graph_event *const e = &s->g->events[at];
  find_row(s, e->before);
  if (e->kind == RV_GRAPH_READ && e->plan.source != RV_GRAPH_INITIAL &&
      !rv_row_has(e->buffered, e->plan.source))
    find(s, e->plan.source);
  if (e->kind == RV_GRAPH_WRITE)
    find_overtaken(s, at);
}

/* A write that the judged event comes before: in the modification order, or as a read of what the
 * write replaces. */
static bool overtakes(const struct rv_graph *g, int32_t at, int32_t judged) {
  return g->events[at].kind == RV_GRAPH_WRITE &&
         g->events[at].location == g->events[judged].location &&
         rv_graph_rank(g, judged) < rv_graph_rank(g, at);
}

bool rv_graph_buffer_allows(struct rv_graph *g, uint32_t n, const uint64_t *gone) {
  const uint64_t top = g->arena.top;
  const int32_t judged = (int32_t)n - 1;
  const uint32_t words = n / 64 + 1;
  uint64_t *const sets = rv_arena_alloc(&g->arena, 2 * words * sizeof *sets);
  memset(sets, 0, 2 * words * sizeof *sets);
  struct search s = {g, gone, words, sets, sets + words};
  s.found[judged / 64] = UINT64_C(1) << (judged % 64);
  look_before(&s, judged);
  bool allowed = true;
  for (uint32_t i = 0; allowed && i < words;) {
    if (!s.left[i]) {
      i++;
      continue;
    }
    const int32_t at = (int32_t)(64 * i) + __builtin_ctzll(s.left[i]);
    s.left[i] &= s.left[i] - 1;
    allowed = !overtakes(g, at, judged);
    look_before(&s, at);
    i = 0;
  }
  rv_arena_release(&g->arena, top);
  return allowed;
}

/* Whether an event comes before itself. */
static bool is_in_cycle(struct search *s, int32_t at) {
  memset(s->found, 0, s->words * sizeof *s->found);
  memset(s->left, 0, s->words * sizeof *s->left);
  look_before(s, at);
  s->found[at / 64] &= ~(UINT64_C(1) << (at % 64)); /* what happens before it has it, too */
  s->left[at / 64] &= ~(UINT64_C(1) << (at % 64));
  for (uint32_t i = 0; i < s->words;) {
    if (!s->left[i]) {
      i++;
      continue;
    }
    const int32_t next = (int32_t)(64 * i) + __builtin_ctzll(s->left[i]);
    s->left[i] &= s->left[i] - 1;
    look_before(s, next);
    i = 0;
  }
  return s->found[at / 64] >> (at % 64) & 1;
}

bool rv_graph_buffer_is_consistent(struct rv_graph *g) {
  const uint64_t top = g->arena.top;
  const uint32_t words = g->n / 64 + 1;
  uint64_t *const sets = rv_arena_alloc(&g->arena, 2 * words * sizeof *sets);
  struct search s = {g, NULL, words, sets, sets + words};
  bool consistent = true;
  for (int32_t i = 0; consistent && i < (int32_t)g->n; i++)
    if (g->events[i].location) /* without one there is no cycle */
      consistent = !is_in_cycle(&s, i);
  rv_arena_release(&g->arena, top);
  return consistent;
}
