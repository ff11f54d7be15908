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
  const struct rv_graph_visitor *by; /* or NULL: an event that is there, */
  int32_t event;                     /* this one; -1: it is not */
  const struct rv_row *needed, *also;
  int32_t read;                       /* -1: it is a stuck operation, */
  const struct rv_graph_stuck *stuck; /* this one; NULL: it is not */
  uint32_t stamp;                     /* of that */
  struct rv_op op;
  struct rv_graph_change change;
};

static bool is_needed(const struct revisit *v, int32_t at) {
  return at != v->read && (rv_row_has(v->needed, at) || rv_row_has(v->also, at));
}

/* P of the condition: what was added before a stamp, or is needed. What an ordered event writes can
 * be younger than the event. */
static bool precedes(const struct revisit *v, int32_t at, uint32_t stamp) {
  return at != v->event && (v->g->events[at].plan.stamp < stamp || is_needed(v, at));
}

static bool writes_before(const struct revisit *v, int32_t at, uint32_t stamp) {
  return at != v->event && (v->g->events[at].plan.written < stamp || is_needed(v, at));
}

bool rv_graph_is_stuck(const struct rv_explorer *x, const struct rv_graph_stuck *stuck) {
  const struct rv_thread *const thread = &x->trace.threads[stuck->thread];
  return !thread->events || thread->positions[thread->events - 1] < stuck->since;
}

uint32_t rv_graph_next_stamp(const struct rv_graph *g) {
  uint32_t last = g->n ? g->events[g->n - 1].youngest : 0;
  for (uint32_t i = 0; i < g->n_stuck; i++)
    last = g->stuck[i].stamp > last ? g->stuck[i].stamp : last;
  return last + 1;
}

static struct rv_op op_of(const struct rv_graph_stuck *stuck) {
  struct rv_op op = stuck->op;
  op.more = stuck->more;
  return op;
}

/* Whether a stuck operation reads from an event that updates what it waits for. */
static bool stuck_reads(const struct rv_explorer *x, const struct rv_graph_stuck *stuck,
                        int32_t at) {
  const struct rv_op op = op_of(stuck);
  const struct rv_graph_event *const e = &rv_graph(x)->events[at];
  return e->updates && e->plan.written <= stuck->until && rv_graph_conflicts(x, at, &op);
}

bool rv_graph_is_stale(const struct rv_explorer *x, const struct rv_graph_stuck *stuck) {
  const struct rv_graph *const g = rv_graph(x);
  const struct rv_op op = op_of(stuck);
  for (int32_t i = 0; i < (int32_t)g->n; i++)
    if (g->events[i].updates && g->events[i].plan.written > stuck->until &&
        rv_graph_conflicts(x, i, &op))
      return true;
  return false;
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
  for (int32_t i = 0; i < (int32_t)v->g->n; i++)
    if (i != at && v->g->events[i].updates && (i < at) != writes_before(v, i, stamp) &&
        rv_graph_conflict(v->x, i, at))
      return false;
  return true;
}

/* Nothing that precedes is ordered after what it wrote. */
static bool wrote_last(const struct revisit *v, int32_t at) {
  const uint32_t stamp = v->g->events[at].plan.written;
  for (int32_t i = at + 1; i < (int32_t)v->g->n; i++)
    if (precedes(v, i, stamp) && rv_graph_conflict(v->x, i, at))
      return false;
  for (uint32_t i = 0; i < v->g->n_stuck; i++) {
    const struct rv_graph_stuck *const stuck = &v->g->stuck[i];
    if (stuck != v->stuck && stuck->stamp < stamp && rv_graph_is_stuck(v->x, stuck) &&
        stuck_reads(v->x, stuck, at))
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
  for (int32_t i = 0; i < (int32_t)v->g->n; i++)
    if (v->g->events[i].updates && rv_graph_conflicts(v->x, i, &op) &&
        (v->g->events[i].plan.written <= stuck->until) != writes_before(v, i, stuck->stamp))
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

/* What stays of an event that was revisited is what it reads; what it writes is written again. */
static bool is_rewritten(const struct revisit *v, int32_t at) {
  return wrote_last(v, at) && !(v->by && rv_graph_conflicts(v->x, at, &v->by->op)) &&
         !rv_graph_conflicts(v->x, at, &v->op);
}

/* Finds what goes; false if some of it was not added maximally. */
static bool cut(struct revisit *v) {
  struct rv_graph *const g = v->g;
  v->change.gone = set_new(g);
  v->change.rewritten = set_new(g);
  v->change.base = g->n;
  for (int32_t i = (int32_t)g->n - 1; i >= 0; i--) {
    const struct rv_graph_event *const e = &g->events[i];
    if (is_needed(v, i) || (i != v->read && e->plan.written <= v->stamp))
      continue;
    if (i == v->read || e->plan.stamp > v->stamp) {
      if (!was_added_maximally(v, i))
        return false;
      mark(v->change.gone, i);
    } else if (e->updates) {
      if (!is_rewritten(v, i))
        return false;
      mark(v->change.rewritten, i);
    } else
      continue;
    v->change.base = (uint64_t)i;
  }
  for (uint32_t i = 0; i < g->n_stuck; i++)
    if (g->stuck[i].stamp >= v->stamp && rv_graph_is_stuck(v->x, &g->stuck[i]) &&
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
static bool find_place(struct revisit *v, const struct rv_graph_visitor *by, uint64_t *place) {
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

/* --- who revisits whom --------------------------------------------------------------------------
 */

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

/* What the ordered operation that is revisited has read from, with all that comes before that. */
static const struct rv_row *sources(const struct revisit *v) {
  struct rv_graph *const g = v->g;
  const struct rv_row *row = NULL;
  for (int32_t i = (v->stuck ? (int32_t)g->n : v->read) - 1; i >= 0; i--)
    if (!rv_row_has(row, i) &&
        (v->stuck ? stuck_reads(v->x, v->stuck, i)
                  : g->events[i].updates && rv_graph_conflicts(v->x, i, &v->op)))
      row = rv_row_join(g, row, g->events[i].porf);
  return row;
}

static void stamp_change(struct revisit *v) {
  v->change.stamp = youngest(v);
  if (v->by) {
    const uint32_t stamp = ++v->change.stamp;
    v->change.by = v->by;
    v->change.by_plan = (struct rv_graph_plan){.thread = v->by->thread,
                                               .stamp = stamp,
                                               .written = stamp,
                                               .several = rv_graph_is_several(v->g, &v->by->op),
                                               .source = RV_GRAPH_INITIAL};
    v->change.by_must = RV_GRAPH_MUST_UPDATE;
  }
  if (v->stuck) {
    v->change.read_plan = (struct rv_graph_plan){.thread = v->stuck->thread,
                                                 .stamp = v->stamp,
                                                 .several = rv_graph_is_several(v->g, &v->op),
                                                 .source = RV_GRAPH_INITIAL};
    return;
  }
  v->change.read_plan = v->g->events[v->read].plan;
  v->change.read_kind = v->g->events[v->read].kind;
  v->change.read_location = v->g->events[v->read].location;
  if (v->change.read_kind == RV_GRAPH_ORDERED)
    v->change.read_plan.written = 0; /* anew */
}

/* The question, but for what is needed. Events follow the stuck operations, the last first. */
static struct revisit revisit_of(struct rv_explorer *x, uint32_t target) {
  struct rv_graph *const g = rv_graph(x);
  if (target < g->n_stuck)
    return (struct revisit){.x = x,
                            .g = g,
                            .event = -1,
                            .read = -1,
                            .stuck = &g->stuck[target],
                            .stamp = g->stuck[target].stamp,
                            .op = op_of(&g->stuck[target])};
  const int32_t at = (int32_t)(g->n_stuck + g->n - 1 - target);
  return (struct revisit){.x = x,
                          .g = g,
                          .event = -1,
                          .read = at,
                          .stamp = g->events[at].plan.stamp,
                          .op = x->trace.events[at].step.op};
}

/* Some updates of the graph, in the order of the trace. A set of them that has some of each thread,
 * its first or its last ones, has a number. */
struct some {
  int32_t *updates;
  uint32_t n;
};

static uint32_t updates_of(const struct revisit *v, const struct some *some, rv_tid thread) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < some->n; i++)
    n += v->g->events[some->updates[i]].plan.thread == thread;
  return n;
}

static uint64_t sets_of(const struct revisit *v, const struct some *some) {
  uint64_t sets = 1;
  for (rv_tid t = 0; t < v->x->trace.width; t++)
    sets *= updates_of(v, some, t) + 1;
  return sets;
}

/* How many updates of a thread are in a set. */
static uint64_t how_many(const struct revisit *v, const struct some *some, uint64_t *set,
                         rv_tid thread) {
  const uint64_t n = updates_of(v, some, thread) + 1;
  const uint64_t many = *set % n;
  *set /= n;
  return many;
}

/* Other updates that the operation may come after or before, though it revisits. */
static struct some find_others(const struct revisit *v) {
  struct rv_graph *const g = v->g;
  struct some others = {rv_arena_alloc(&g->arena, (g->n + 1) * sizeof(int32_t)), 0};
  for (int32_t i = 0; v->by && i < (int32_t)g->n; i++)
    if (i != v->read && g->events[i].updates && g->events[i].plan.written > v->stamp &&
        !is_needed(v, i) && !(v->read >= 0 && rv_row_has(g->events[i].porf, v->read)) &&
        rv_graph_conflicts(v->x, i, &v->by->op))
      others.updates[others.n++] = i;
  return others;
}

/* Keeps a set of them, of each thread the first; false if there are more of them in what they need.
 */
static bool keep_others(struct revisit *v, const struct some *others, uint64_t set) {
  const uint64_t number = set;
  for (rv_tid t = 0; t < v->x->trace.width; t++) {
    uint64_t many = how_many(v, others, &set, t);
    for (uint32_t i = 0; i < others->n && many; i++)
      if (v->g->events[others->updates[i]].plan.thread == t) {
        v->also = rv_row_join(v->g, v->also, v->g->events[others->updates[i]].porf);
        many--;
      }
  }
  set = number;
  for (rv_tid t = 0; t < v->x->trace.width; t++) {
    uint64_t kept = 0;
    for (uint32_t i = 0; i < others->n; i++)
      kept += v->g->events[others->updates[i]].plan.thread == t && is_needed(v, others->updates[i]);
    if (kept != how_many(v, others, &set, t))
      return false;
  }
  return true;
}

/* Whether an event comes before what is revisited anyway, in its thread or for what revisits it. */
static bool is_before(const struct revisit *v, int32_t at) {
  const struct rv_row *const own =
      v->stuck ? v->g->threads[v->stuck->thread].sb : v->g->events[v->read].sb;
  return at != v->read && (rv_row_has(v->needed, at) || rv_row_has(own, at));
}

/* Updates that stay, which an operation that is revisited may come before all the same: what
 * revisits it updates something else that it accesses. Of each thread those from some number on
 * come later. */
static struct some find_later(const struct revisit *v) {
  struct rv_graph *const g = v->g;
  struct some later = {rv_arena_alloc(&g->arena, (g->n + 1) * sizeof(int32_t)), 0};
  for (int32_t i = 0; v->by && i < (int32_t)g->n; i++)
    if (i != v->read && g->events[i].updates && !rv_graph_is_gone(v->change.gone, i) &&
        !is_before(v, i) && rv_graph_conflicts(v->x, i, &v->op) &&
        !rv_graph_conflicts(v->x, i, &v->by->op))
      later.updates[later.n++] = i;
  return later;
}

static void mark_behind(const struct revisit *v, uint64_t *set, int32_t update) {
  for (int32_t k = update; k < (int32_t)v->g->n; k++)
    if (rv_row_has(v->g->events[k].order, update) && !rv_graph_is_gone(v->change.gone, k))
      mark(set, k);
}

/* Marks what comes later by this choice, and whatever must be executed after some of it. */
static void mark_later(const struct revisit *v, const struct some *later, uint64_t choice,
                       uint64_t *set) {
  for (rv_tid t = 0; t < v->x->trace.width; t++) {
    uint64_t many = how_many(v, later, &choice, t);
    for (uint32_t i = later->n; i-- > 0 && many;)
      if (v->g->events[later->updates[i]].plan.thread == t) {
        mark_behind(v, set, later->updates[i]);
        many--;
      }
  }
}

/* Of the updates just those are marked that the choice says, and nothing that is needed. */
static bool is_closed(const struct revisit *v, const struct some *later, const uint64_t *set,
                      uint64_t choice) {
  for (rv_tid t = 0; t < v->x->trace.width; t++) {
    uint64_t behind = 0;
    for (uint32_t i = 0; i < later->n; i++)
      behind += v->g->events[later->updates[i]].plan.thread == t &&
                rv_graph_is_gone(set, later->updates[i]);
    if (behind != how_many(v, later, &choice, t))
      return false;
  }
  for (int32_t i = 0; i < (int32_t)v->g->n; i++)
    if (rv_graph_is_gone(set, i) && is_before(v, i))
      return false;
  return true;
}

/* The next choice of what comes later; the first is that nothing does. */
static bool put_later(struct revisit *v, uint64_t *choice) {
  v->change.later = NULL;
  if (!(*choice)++)
    return true;
  const struct some later = find_later(v);
  const uint64_t choices = sets_of(v, &later);
  for (uint64_t at = *choice - 1; at < choices; at++) {
    uint64_t *const set = set_new(v->g);
    mark_later(v, &later, at, set);
    if (!is_closed(v, &later, set, at))
      continue;
    uint64_t first = 0;
    while (!rv_graph_is_gone(set, (int32_t)first))
      first++;
    v->change.base = first < v->change.base ? first : v->change.base;
    v->change.later = set;
    *choice = at + 1;
    return true;
  }
  return false;
}

/* An ordered operation is revisited: the next set of other updates that stay, and the next of those
 * that come later. */
static bool try_ordered(struct revisit *v, struct rv_graph_cursor *cursor) {
  struct rv_graph *const g = v->g;
  const uint64_t top = g->arena.top;
  v->also = sources(v);
  const struct rv_row *const also = v->also;
  if (rv_row_has(also, v->read))
    return false;
  const struct some others = find_others(v);
  const uint64_t sets = sets_of(v, &others);
  for (; cursor->place < sets; cursor->place++, cursor->later = 0) {
    v->also = also;
    if (keep_others(v, &others, cursor->place) && cut(v) && put_later(v, &cursor->later)) {
      stamp_change(v);
      return true;
    }
  }
  rv_arena_release(&g->arena, top);
  return false;
}

static bool try_weak(struct revisit *v, struct rv_graph_cursor *cursor) {
  const uint64_t top = v->g->arena.top;
  if (cut(v)) {
    stamp_change(v);
    if (find_place(v, v->by, &cursor->place))
      return true;
  }
  rv_arena_release(&v->g->arena, top);
  return false;
}

static bool try_revisit(struct rv_explorer *x, const struct rv_graph_visitor *by,
                        struct rv_graph_cursor *cursor) {
  struct rv_graph *const g = rv_graph(x);
  struct revisit v = revisit_of(x, cursor->target);
  v.by = by;
  v.needed = g->threads[by->thread].porf;
  const bool ordered = rv_graph_kind(&by->op) == RV_GRAPH_ORDERED;
  if (v.stuck ? !ordered || !rv_graph_is_stuck(x, v.stuck) || v.stuck->thread == by->thread ||
                    !rv_graph_ordered_with(g, true, &by->op, &v.op)
              : !may_revisit(x, by, v.read))
    return false;
  const bool found = (ordered ? try_ordered : try_weak)(&v, cursor);
  if (found)
    rv_graph_change(x, &v.change);
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
  const struct rv_graph *const g = rv_graph(x);
  const enum rv_graph_kind kind = rv_graph_kind(&by->op);
  if (kind != RV_GRAPH_WRITE && (kind != RV_GRAPH_ORDERED || !might_update(&by->op)))
    return false;
  for (; cursor->target < g->n_stuck + g->n; cursor->target++, cursor->place = 0, cursor->later = 0)
    if (try_revisit(x, by, cursor))
      return true;
  return false;
}

/* An update that is there revisits what has only read, or is stuck: what updates too is ordered
 * with it. */
static bool try_anew(struct rv_explorer *x, int32_t by, struct rv_graph_cursor *cursor) {
  const struct rv_graph *const g = rv_graph(x);
  struct revisit v = revisit_of(x, cursor->target);
  v.event = by;
  v.needed = g->events[by].porf;
  if (v.stuck ? !rv_graph_is_stuck(x, v.stuck) || stuck_reads(x, v.stuck, by)
              : v.read > by || g->events[v.read].updates || rv_row_has(v.needed, v.read))
    return false;
  if (!rv_graph_conflicts(x, by, &v.op) || !try_ordered(&v, cursor))
    return false;
  rv_graph_change(x, &v.change);
  return true;
}

bool rv_graph_revisit_anew(struct rv_explorer *x, uint32_t since, struct rv_graph_cursor *cursor) {
  const struct rv_graph *const g = rv_graph(x);
  for (; cursor->by < g->n; cursor->by++, cursor->target = 0) {
    const struct rv_graph_event *const e = &g->events[cursor->by];
    if (!e->updates || e->plan.written <= since)
      continue;
    for (; cursor->target < g->n_stuck + g->n;
         cursor->target++, cursor->place = 0, cursor->later = 0)
      if (try_anew(x, (int32_t)cursor->by, cursor))
        return true;
  }
  return false;
}
