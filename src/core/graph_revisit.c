/*
 * Revisits: which events an operation revisits, and what goes then.
 */
#include "core/graph.h"

#include <string.h>

#include "core/dependence.h"

/* The question at hand: `read` is revisited. What is kept anyway: what is in one of these two. */
struct revisit {
  struct rv_explorer *x;
  struct rv_graph *g;
  const struct rv_row *needed, *also;
  int32_t n;      /* the events that there are, without the one that revisits */
  int32_t read;   /* -1: it is a stuck operation */
  uint32_t stamp; /* of that */
  struct rv_graph_change change;
};

static bool is_needed(const struct revisit *v, int32_t at) {
  return at != v->read && (rv_row_has(v->needed, at) || rv_row_has(v->also, at));
}

/* P of the condition: what was added before a stamp, or is needed. What an ordered event writes can
 * be younger than the event. */
static bool precedes(const struct revisit *v, int32_t at, uint32_t stamp) {
  return v->g->events[at].plan.stamp < stamp || is_needed(v, at);
}

static bool writes_before(const struct revisit *v, int32_t at, uint32_t stamp) {
  return v->g->events[at].plan.written < stamp || is_needed(v, at);
}

bool rv_graph_is_stuck(const struct rv_explorer *x, const struct rv_graph_stuck *stuck) {
  const struct rv_thread *const thread = &x->trace.threads[stuck->thread];
  return !thread->events || thread->positions[thread->events - 1] < stuck->since;
}

static struct rv_op op_of(const struct rv_graph_stuck *stuck) {
  struct rv_op op = stuck->op;
  op.more = stuck->more;
  return op;
}

uint32_t rv_graph_updates_before(const struct rv_explorer *x, const struct rv_graph_stuck *stuck,
                                 int32_t end) {
  const struct rv_op op = op_of(stuck);
  uint32_t updates = 0;
  for (int32_t i = 0; i < end; i++)
    updates += rv_graph(x)->events[i].updates && rv_graph_conflicts(x, i, &op);
  return updates;
}

bool rv_graph_is_stale(const struct rv_explorer *x, const struct rv_graph_stuck *stuck) {
  return rv_graph_updates_before(x, stuck, (int32_t)rv_graph(x)->n) > stuck->seen;
}

/* No write that precedes is later in the modification order than a place in it. */
static bool is_last(const struct revisit *v, const struct rv_graph_location *location,
                    int32_t write, uint32_t stamp) {
  for (uint32_t i = (uint32_t)(rv_graph_place(location, write) + 1); i < location->n_order; i++)
    if (precedes(v, location->order[i], stamp))
      return false;
  return true;
}

static bool is_read_by(const struct revisit *v, int32_t at, uint32_t stamp) {
  const struct rv_graph_location *const location = v->g->events[at].location;
  for (uint32_t i = 0; i < location->n_reads; i++)
    if (v->g->events[location->reads[i]].plan.source == at &&
        precedes(v, location->reads[i], stamp))
      return true;
  return false;
}

/* What an ordered event read, it would read: all that it is ordered after precedes, and what
 * precedes is not ordered after it. */
static bool reads_last(const struct revisit *v, int32_t at) {
  const uint32_t stamp = v->g->events[at].plan.stamp;
  for (int32_t i = 0; i < v->n; i++)
    if (i != at && v->g->events[i].updates && (i < at) != writes_before(v, i, stamp) &&
        rv_graph_conflict(v->x, i, at))
      return false;
  return true;
}

/* Nothing that precedes is ordered after what it wrote. */
static bool wrote_last(const struct revisit *v, int32_t at) {
  const uint32_t stamp = v->g->events[at].plan.written;
  for (int32_t i = at + 1; i < v->n; i++)
    if (precedes(v, i, stamp) && rv_graph_conflict(v->x, i, at))
      return false;
  for (uint32_t i = 0; i < v->g->n_stuck; i++) {
    const struct rv_graph_stuck *const stuck = &v->g->stuck[i];
    const struct rv_op op = op_of(stuck);
    if (stuck->stamp < stamp && rv_graph_is_stuck(v->x, stuck) &&
        rv_graph_conflicts(v->x, at, &op) && rv_graph_updates_before(v->x, stuck, at) < stuck->seen)
      return false;
  }
  return true;
}

static bool was_added_maximally(const struct revisit *v, int32_t at) {
  const struct rv_graph_event *const e = &v->g->events[at];
  switch (e->kind) {
  case RV_GRAPH_READ:
    return (e->plan.source == RV_GRAPH_INITIAL || precedes(v, e->plan.source, e->plan.stamp)) &&
           is_last(v, e->location, e->plan.source, e->plan.stamp);
  case RV_GRAPH_WRITE:
    return !is_read_by(v, at, e->plan.stamp) && is_last(v, e->location, at, e->plan.stamp);
  case RV_GRAPH_ORDERED:
    return reads_last(v, at) && (!e->updates || wrote_last(v, at));
  case RV_GRAPH_CHOICE:
    return e->plan.choice == 0;
  default:
    return true;
  }
}

static bool stuck_is_maximal(const struct revisit *v, const struct rv_graph_stuck *stuck) {
  const struct rv_op op = op_of(stuck);
  uint32_t updates = 0;
  for (int32_t i = 0; i < v->n; i++)
    if (v->g->events[i].updates && rv_graph_conflicts(v->x, i, &op) &&
        (updates++ < stuck->seen) != writes_before(v, i, stuck->stamp))
      return false;
  return true;
}

static void mark(uint64_t *set, int32_t at) {
  set[at / 64] |= UINT64_C(1) << (at % 64);
}

static uint64_t *set_new(struct rv_graph *g) {
  const size_t bytes = ((g->n + 2) / 64 + 1) * sizeof(uint64_t); /* two that are imagined, too */
  return memset(rv_arena_alloc(&g->arena, bytes), 0, bytes);
}

/* Finds what goes; false if some of it was not added maximally. */
static bool cut(struct revisit *v) {
  struct rv_graph *const g = v->g;
  v->change.gone = set_new(g);
  v->change.rewritten = set_new(g);
  v->change.base = g->n;
  for (int32_t i = v->n - 1; i >= 0; i--) {
    const struct rv_graph_event *const e = &g->events[i];
    if (is_needed(v, i) || (i != v->read && e->plan.written <= v->stamp))
      continue;
    if (i == v->read || e->plan.stamp > v->stamp) {
      if (!was_added_maximally(v, i))
        return false;
      mark(v->change.gone, i);
    } else if (e->updates) {
      if (!wrote_last(v, i))
        return false;
      mark(v->change.rewritten, i);
    } else
      continue;
    v->change.base = (uint64_t)i;
  }
  for (uint32_t i = 0; i < g->n_stuck; i++)
    if (g->stuck[i].stamp > v->stamp && rv_graph_is_stuck(v->x, &g->stuck[i]) &&
        !stuck_is_maximal(v, &g->stuck[i]))
      return false;
  return true;
}

/* The largest stamp of what stays. */
static uint32_t youngest(const struct revisit *v) {
  uint32_t stamp = 0;
  for (uint32_t i = 0; i < v->g->n; i++) {
    const struct rv_graph_plan *const plan = &v->g->events[i].plan;
    if (v->change.gone[i / 64] >> (i % 64) & 1)
      continue;
    const uint32_t its = v->change.rewritten[i / 64] >> (i % 64) & 1 ? plan->stamp : plan->written;
    stamp = its > stamp ? its : stamp;
  }
  return stamp > v->stamp ? stamp : v->stamp;
}

/* Whether the write may come right after another one, and the read then read from it. */
static bool is_allowed(struct revisit *v, const struct rv_graph_visitor *by, int32_t after) {
  struct rv_graph *const g = v->g;
  const struct rv_graph_event *const read = &g->events[v->read];
  const struct rv_op *const op = &v->x->trace.events[v->read].step.op;
  v->change.by_plan.after = after;
  rv_graph_imagine(g, g->n, &by->op, &v->change.by_plan, &g->threads[by->thread]);
  if (!rv_graph_allows(g, g->n + 1, v->change.gone))
    return false;
  v->change.read_plan.source = (int32_t)g->n;
  const struct rv_row *const sb = read[0].sb; /* the read is gone: it does not count */
  const struct rv_graph_thread thread = {
      .hb = read->knew, .sb = sb, .gathered = read->knew_gathered, .buffered = read->buffered};
  rv_graph_imagine(g, g->n + 1, op, &v->change.read_plan, &thread);
  return rv_graph_allows(g, g->n + 2, v->change.gone);
}

/* The next place for the write. */
static bool find_place(struct revisit *v, const struct rv_graph_visitor *by, uint32_t *place) {
  const struct rv_graph_location *const location = v->g->events[v->read].location;
  for (; *place <= location->n_order; ++*place) {
    const int32_t after = *place ? location->order[*place - 1] : RV_GRAPH_INITIAL;
    if (after != RV_GRAPH_INITIAL && v->change.gone[after / 64] >> (after % 64) & 1)
      continue;
    if (is_allowed(v, by, after)) {
      ++*place;
      return true;
    }
  }
  return false;
}

/* Whether the operation and an event could come in the other order. A lock does not get a mutex
 * before it is unlocked. */
static bool may_revisit(const struct rv_explorer *x, const struct rv_graph_visitor *by,
                        int32_t at) {
  const struct rv_graph *const g = rv_graph(x);
  const struct rv_graph_event *const e = &g->events[at];
  if (rv_row_has(g->threads[by->thread].porf, at))
    return false;
  if (rv_graph_kind(&by->op) == RV_GRAPH_WRITE)
    return e->kind == RV_GRAPH_READ && e->location->addr == by->op.access.addr &&
           e->location->size == by->op.access.size;
  return rv_graph_conflicts(x, at, &by->op) &&
         !(by->op.kind == RV_OP_LOCK && x->trace.events[at].step.op.kind == RV_OP_UNLOCK);
}

/* What an ordered event has read from, with all that comes before it. */
static const struct rv_row *sources(struct rv_explorer *x, int32_t at, const struct rv_op *op) {
  struct rv_graph *const g = rv_graph(x);
  const struct rv_row *row = NULL;
  for (int32_t i = at - 1; i >= 0; i--)
    if (g->events[i].updates && !rv_row_has(row, i) && rv_graph_conflicts(x, i, op))
      row = rv_row_join(g, row, g->events[i].porf);
  return row;
}

static void stamp_change(struct revisit *v, const struct rv_graph_visitor *by) {
  const uint32_t stamp = youngest(v) + 1;
  v->change.by = by;
  v->change.by_plan = (struct rv_graph_plan){
      .thread = by->thread, .stamp = stamp, .written = stamp, .source = RV_GRAPH_INITIAL};
  v->change.stamp = stamp;
  v->change.by_must = RV_GRAPH_MUST_UPDATE;
  v->change.read_plan = v->g->events[v->read].plan;
  v->change.read_kind = v->g->events[v->read].kind;
  v->change.read_location = v->g->events[v->read].location;
  if (v->change.read_kind == RV_GRAPH_ORDERED)
    v->change.read_plan.written = 0; /* anew */
}

static bool try_revisit(struct rv_explorer *x, const struct rv_graph_visitor *by, int32_t at,
                        uint32_t *place) {
  struct rv_graph *const g = rv_graph(x);
  const bool ordered = g->events[at].kind == RV_GRAPH_ORDERED;
  struct revisit v = {.x = x,
                      .g = g,
                      .n = (int32_t)g->n,
                      .needed = g->threads[by->thread].porf,
                      .read = at,
                      .stamp = g->events[at].plan.stamp};
  const uint64_t top = g->arena.top;
  if (ordered)
    v.also = sources(x, at, &x->trace.events[at].step.op);
  bool found = cut(&v);
  if (found) {
    stamp_change(&v, by);
    if (ordered)
      found = (*place)++ == 0;
    else
      found = find_place(&v, by, place);
  }
  if (found)
    rv_graph_change(x, &v.change);
  else
    rv_arena_release(&g->arena, top);
  return found;
}

bool rv_graph_is_either(const struct rv_op *op) {
  return op->flags & (RV_OP_COMPARES | RV_OP_VARIES) || op->kind == RV_OP_TRYLOCK;
}

static bool might_update(const struct rv_op *op) {
  return rv_graph_is_either(op) || rv_graph_updates(op);
}

bool rv_graph_revisit(struct rv_explorer *x, const struct rv_graph_visitor *by,
                      struct rv_graph_cursor *cursor) {
  const enum rv_graph_kind kind = rv_graph_kind(&by->op);
  if (kind != RV_GRAPH_WRITE && (kind != RV_GRAPH_ORDERED || !might_update(&by->op)))
    return false;
  for (; cursor->read >= 0; cursor->read--, cursor->place = 0)
    if (may_revisit(x, by, cursor->read) && try_revisit(x, by, cursor->read, &cursor->place))
      return true;
  return false;
}

/* It comes after all that it conflicts with. */
bool rv_graph_unstick(struct rv_explorer *x, uint32_t number) {
  struct rv_graph *const g = rv_graph(x);
  const struct rv_graph_stuck *const stuck = &g->stuck[number];
  const struct rv_op op = op_of(stuck);
  struct revisit v = {.x = x,
                      .g = g,
                      .n = (int32_t)g->n - 1,
                      .needed = g->threads[stuck->thread].porf,
                      .read = -1,
                      .stamp = stuck->stamp};
  const uint64_t top = g->arena.top;
  v.also = sources(x, (int32_t)g->n, &op);
  if (!stuck_is_maximal(&v, stuck) || !cut(&v)) {
    rv_arena_release(&g->arena, top);
    return false;
  }
  v.change.stamp = youngest(&v);
  v.change.read_plan = (struct rv_graph_plan){
      .thread = stuck->thread, .stamp = stuck->stamp, .source = RV_GRAPH_INITIAL};
  rv_graph_change(x, &v.change);
  return true;
}
