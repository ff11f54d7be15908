#include "core/graph.h"

#include <string.h>

#include "core/dependence.h"

/* --- sets of events --------------------------------------------------------------------------- */

static struct rv_row *row_new(struct rv_graph *g, uint32_t words) {
  struct rv_row *const row =
      rv_arena_alloc(&g->arena, sizeof(struct rv_row) + words * sizeof(uint64_t));
  row->words = words;
  return row;
}

const struct rv_row *rv_row_join(struct rv_graph *g, const struct rv_row *a,
                                 const struct rv_row *b) {
  if (!a || !b || a == b)
    return a ? a : b;
  const struct rv_row *const longer = a->words >= b->words ? a : b;
  const struct rv_row *const shorter = longer == a ? b : a;
  struct rv_row *const row = row_new(g, longer->words);
  for (uint32_t i = 0; i < longer->words; i++)
    row->bits[i] = longer->bits[i] | (i < shorter->words ? shorter->bits[i] : 0);
  return row;
}

/* A row with room for all events before one, to be filled in. */
static struct rv_row *row_copy(struct rv_graph *g, const struct rv_row *row, int32_t before) {
  const uint32_t had = row ? row->words : 0, needed = (uint32_t)before / 64 + 1;
  struct rv_row *const copy = row_new(g, had > needed ? had : needed);
  for (uint32_t i = 0; i < copy->words; i++)
    copy->bits[i] = i < had ? row->bits[i] : 0;
  return copy;
}

const struct rv_row *rv_row_with(struct rv_graph *g, const struct rv_row *row, int32_t at) {
  struct rv_row *const with = row_copy(g, row, at);
  with->bits[at / 64] |= UINT64_C(1) << (at % 64);
  return with;
}

const struct rv_row *rv_row_without(struct rv_graph *g, const struct rv_row *row,
                                    const struct rv_row *less) {
  if (!row || !less)
    return row;
  struct rv_row *const rest = row_new(g, row->words);
  for (uint32_t i = 0; i < row->words; i++)
    rest->bits[i] = row->bits[i] & ~(i < less->words ? less->bits[i] : 0);
  return rest;
}

/* --- locations -------------------------------------------------------------------------------- */

struct rv_graph_location *rv_graph_location(struct rv_graph *g, const struct rv_access *access) {
  const uint64_t hash = (access->addr ^ access->addr >> 13) * UINT64_C(0x9e3779b97f4a7c15);
  struct rv_graph_location **const slot = &g->locations[hash >> 54 & (RV_GRAPH_LOCATIONS - 1)];
  struct rv_graph_location *location = *slot;
  while (location && (location->addr != access->addr || location->size != access->size))
    location = location->next;
  if (!location) {
    location = rv_pool_alloc(&g->pool, sizeof *location);
    *location =
        (struct rv_graph_location){.addr = access->addr, .size = access->size, .next = *slot};
    *slot = location;
  }
  return location;
}

int32_t rv_graph_place(const struct rv_graph_location *location, int32_t write) {
  int32_t place = (int32_t)location->n_order - 1;
  while (place >= 0 && location->order[place] != write)
    place--;
  return place;
}

static int32_t *widen(struct rv_graph *g, int32_t *list, uint32_t *capacity) {
  const uint32_t had = *capacity;
  *capacity = had ? 2 * had : 8;
  return rv_pool_widen(&g->pool, list, had * sizeof *list, *capacity * sizeof *list);
}

static void add_to_location(struct rv_graph *g, const struct rv_graph_event *e, int32_t at) {
  struct rv_graph_location *const location = e->location;
  if (e->kind == RV_GRAPH_READ) {
    if (location->n_reads == location->reads_capacity)
      location->reads = widen(g, location->reads, &location->reads_capacity);
    location->reads[location->n_reads++] = at;
    return;
  }
  if (location->n_order == location->capacity)
    location->order = widen(g, location->order, &location->capacity);
  const int32_t place = rv_graph_place(location, e->plan.after) + 1;
  for (int32_t i = (int32_t)location->n_order++; i > place; i--)
    location->order[i] = location->order[i - 1];
  location->order[place] = at;
}

static void take_from_location(struct rv_graph_location *location, enum rv_graph_kind kind,
                               int32_t at) {
  if (kind == RV_GRAPH_READ) {
    location->n_reads--;
    return;
  }
  location->n_order--;
  for (uint32_t i = (uint32_t)rv_graph_place(location, at); i < location->n_order; i++)
    location->order[i] = location->order[i + 1];
}

/* --- events ----------------------------------------------------------------------------------- */

enum rv_graph_kind rv_graph_kind(const struct rv_op *op) {
  if (op->kind == RV_OP_CHOOSE)
    return RV_GRAPH_CHOICE;
  if (op->kind != RV_OP_MEMORY || !(op->weak & RV_WEAK))
    return RV_GRAPH_ORDERED;
  if (!op->access.size)
    return RV_GRAPH_FENCE;
  return op->access.mode & RV_WRITE ? RV_GRAPH_WRITE : RV_GRAPH_READ;
}

bool rv_graph_updates(const struct rv_op *op) {
  if (op->kind == RV_OP_TRYLOCK)
    return !(op->flags & RV_OP_FAILED);
  return op->kind == RV_OP_LOCK || op->kind == RV_OP_UNLOCK || !rv_only_reads(op);
}

static bool overlap(const struct rv_op *a, const struct rv_op *b) {
  for (unsigned i = 0; i < rv_access_count(a); i++)
    for (unsigned j = 0; j < rv_access_count(b); j++)
      if (rv_overlap(rv_access(a, i), rv_access(b, j)))
        return true;
  return false;
}

bool rv_graph_ordered_with(const struct rv_graph *g, bool updates, const struct rv_op *a,
                           const struct rv_op *b) {
  return (updates || rv_graph_updates(b)) &&
         (overlap(a, b) || rv_graph_may_look_at(g, a, b) || rv_graph_may_look_at(g, b, a));
}

bool rv_graph_conflicts(const struct rv_explorer *x, int32_t at, const struct rv_op *op) {
  const struct rv_graph *const g = rv_graph(x);
  const struct rv_graph_event *const e = &g->events[at];
  return e->kind == RV_GRAPH_ORDERED &&
         rv_graph_ordered_with(g, e->updates, &x->trace.events[at].step.op, op);
}

bool rv_graph_conflict(const struct rv_explorer *x, int32_t a, int32_t b) {
  return rv_graph(x)->events[b].kind == RV_GRAPH_ORDERED &&
         rv_graph_conflicts(x, a, &x->trace.events[b].step.op);
}

static bool is_lock(const struct rv_op *op) {
  return op->kind == RV_OP_LOCK || (op->kind == RV_OP_TRYLOCK && !(op->flags & RV_OP_FAILED));
}

/* Two additions do not tell each other anything: posts of a semaphore, readers of a lock. */
static bool both_add(const struct rv_op *first, const struct rv_op *second) {
  return first->access.mode == RV_ADD && second->access.mode == RV_ADD && !first->more_count &&
         !second->more_count;
}

/* Whether an ordered operation synchronises with one after it. A trylock that fails does not, nor
 * does who only looks at an object. */
static bool objects_synchronise(const struct rv_op *first, const struct rv_op *second) {
  if (second->kind == RV_OP_LOCK || second->kind == RV_OP_TRYLOCK)
    return is_lock(second) && first->kind == RV_OP_UNLOCK;
  if (is_lock(first) || first->flags & RV_OP_FAILED || rv_only_reads(first) ||
      both_add(first, second))
    return false;
  return second->kind == RV_OP_AWAIT || !rv_only_reads(second);
}

static bool acquires(unsigned order) {
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

static bool releases(unsigned order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

/* What happens before who acquires a write. A read-modify-write goes on with the release sequence
 * of what it reads. */
static const struct rv_row *released_by(struct rv_graph *g, const struct rv_graph_event *e,
                                        const struct rv_row *fenced) {
  const struct rv_row *const own = releases(e->memory_order) ? e->hb : fenced;
  const int32_t source = e->exclusive ? g->events[e->read].plan.source : RV_GRAPH_INITIAL;
  return source == RV_GRAPH_INITIAL ? own : rv_row_join(g, own, g->events[source].released);
}

/* The read of a read-modify-write is the event of its thread just before the write. */
static int32_t read_of(const struct rv_graph *g, const struct rv_graph_plan *write, uint32_t at) {
  while (g->events[--at].plan.thread != write->thread)
    ;
  return (int32_t)at;
}

static void describe_event(struct rv_graph *g, uint32_t at, const struct rv_op *op,
                           const struct rv_graph_plan *plan) {
  struct rv_graph_event *const e = &g->events[at];
  const enum rv_graph_kind kind = rv_graph_kind(op);
  const bool weak = kind != RV_GRAPH_ORDERED && kind != RV_GRAPH_CHOICE;
  *e = (struct rv_graph_event){.plan = *plan,
                               .kind = (uint8_t)kind,
                               .memory_order = (uint8_t)(weak ? op->weak & RV_WEAK_ORDER : 0),
                               .exclusive = weak && op->weak & RV_WEAK_EXCLUSIVE,
                               .adds = weak && op->weak & RV_WEAK_ADDS};
  e->updates = e->kind == RV_GRAPH_ORDERED && rv_graph_updates(op);
  if (e->kind == RV_GRAPH_ORDERED && op->kind == RV_OP_MEMORY && op->weak & RV_WEAK_SC &&
      g->model == RV_MEMORY_C11) {
    e->atomic = true;
    e->reads = op->access.mode != RV_WRITE;
    e->addr = op->access.addr;
    e->size = op->access.size;
    e->memory_order = (uint8_t)(op->weak & RV_WEAK_ORDER);
  }
  if (g->model != RV_MEMORY_C11) {
    e->drains = rv_graph_drains(g, op);
    e->memory_order = __ATOMIC_RELAXED; /* what it means is known */
  }
  if (e->kind == RV_GRAPH_READ || e->kind == RV_GRAPH_WRITE)
    e->location = rv_graph_location(g, &op->access);
  if (e->exclusive)
    e->read = read_of(g, plan, at);
}

void rv_graph_imagine(struct rv_graph *g, uint32_t at, const struct rv_op *op,
                      const struct rv_graph_plan *plan, const struct rv_graph_thread *thread) {
  struct rv_graph_event *const e = &g->events[at];
  describe_event(g, at, op, plan);
  if (op->flags & RV_OP_COMPARES)
    e->memory_order = __ATOMIC_RELAXED;
  e->knew = e->hb = thread->hb;
  if (e->kind == RV_GRAPH_READ && plan->source != RV_GRAPH_INITIAL && acquires(e->memory_order))
    e->hb = rv_row_join(g, e->hb, g->events[plan->source].released);
  e->hb = rv_row_with(g, e->hb, (int32_t)at);
  e->sb = rv_row_with(g, thread->sb, (int32_t)at);
  if (e->kind == RV_GRAPH_WRITE)
    e->released = released_by(g, e, thread->fenced);
  if (g->model == RV_MEMORY_C11)
    rv_graph_c11_imagine(g, (int32_t)at, thread);
  else
    rv_graph_buffer_imagine(g, (int32_t)at, thread);
}

static void note_undo(struct rv_graph *g, rv_tid thread) {
  g->undo[g->n_undo++] = (struct rv_graph_undo){thread, g->threads[thread]};
}

/* Creating and joining threads orders as program order does. */
static void take_effects(struct rv_graph *g, const struct rv_effect *effects, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    struct rv_graph_thread *const thread = &g->threads[effects[i].thread];
    if (effects[i].kind == RV_EFFECT_CREATE) {
      note_undo(g, effects[i].other);
      g->threads[effects[i].other] = (struct rv_graph_thread){.porf = thread->porf,
                                                              .order = thread->order,
                                                              .hb = thread->hb,
                                                              .sb = thread->sb,
                                                              .gathered = thread->gathered};
      note_undo(g, effects[i].thread);
      thread->buffered = thread->loose = NULL;
    } else if (effects[i].kind == RV_EFFECT_JOIN) {
      const struct rv_graph_thread *const ended = &g->threads[effects[i].other];
      note_undo(g, effects[i].thread);
      thread->porf = rv_row_join(g, thread->porf, ended->porf);
      thread->order = rv_row_join(g, thread->order, ended->order);
      thread->hb = rv_row_join(g, thread->hb, ended->hb);
      thread->sb = rv_row_join(g, thread->sb, ended->sb);
      thread->gathered = rv_row_join(g, thread->gathered, ended->gathered);
    }
  }
}

void rv_graph_begin(struct rv_explorer *x) {
  struct rv_graph *const g = rv_graph(x);
  rv_graph_await_begin(x);
  take_effects(g, x->trace.first, x->trace.n_first);
}

static bool is_of_mutex(const struct rv_op *op) {
  return op->kind == RV_OP_LOCK || op->kind == RV_OP_UNLOCK;
}

static void order_after_conflicting(struct rv_explorer *x, struct rv_graph_event *e, int32_t at) {
  struct rv_graph *const g = rv_graph(x);
  const struct rv_op *const op = &x->trace.events[at].step.op;
  struct rv_row *before = NULL;
  for (int32_t i = at - 1; i >= 0; i--) {
    if (!rv_graph_conflicts(x, i, op))
      continue;
    if (is_of_mutex(&x->trace.events[i].step.op) != is_of_mutex(op))
      rv_fact_found(x, RV_FACT_LOOKED_AT, NULL);
    if (g->events[i].updates && !rv_row_has(e->porf, i))
      e->porf = rv_row_join(g, e->porf, g->events[i].porf);
    if (!rv_row_has(e->order, i))
      e->order = rv_row_join(g, e->order, g->events[i].order);
    if (!rv_row_has(e->hb, i) && !(e->atomic && g->events[i].atomic) &&
        overlap(&x->trace.events[i].step.op, op) &&
        objects_synchronise(&x->trace.events[i].step.op, op))
      e->hb = rv_row_join(g, e->hb, g->events[i].hb);
    if (g->model == RV_MEMORY_C11)
      continue;
    if (!before)
      before = row_copy(g, e->before, at);
    before->bits[i / 64] |= UINT64_C(1) << (i % 64);
    e->before = before;
  }
}

static void acquire(struct rv_graph *g, struct rv_graph_event *e, struct rv_graph_thread *thread,
                    const struct rv_row *released) {
  if (acquires(e->memory_order))
    e->hb = rv_row_join(g, e->hb, released);
  else
    thread->unfenced = rv_row_join(g, thread->unfenced, released);
}

static void read_from(struct rv_graph *g, struct rv_graph_event *e,
                      struct rv_graph_thread *thread) {
  if (e->plan.source == RV_GRAPH_INITIAL)
    return;
  const struct rv_graph_event *const source = &g->events[e->plan.source];
  e->porf = rv_row_join(g, e->porf, source->porf);
  e->order = rv_row_join(g, e->order, source->order);
  acquire(g, e, thread, source->released);
}

/* What the writes have released that an atomic access reads, which is executed as under sc: of each
 * byte the last. */
static const struct rv_row *released_there(struct rv_graph *g, const struct rv_graph_event *e,
                                           int32_t at) {
  const struct rv_row *released = NULL;
  uint64_t unread = e->size < 64 ? (UINT64_C(1) << e->size) - 1 : UINT64_MAX;
  for (int32_t i = at - 1; i >= 0 && unread; i--) {
    const struct rv_graph_event *const w = &g->events[i];
    if (!w->updates || !rv_graph_same_place(w, e))
      continue;
    uint64_t bytes = 0;
    for (uint32_t b = 0; b < e->size && b < 64; b++)
      bytes |= (uint64_t)(e->addr + b - w->addr < w->size) << b;
    if (bytes & unread)
      released = rv_row_join(g, released, w->released);
    unread &= ~bytes;
  }
  return released;
}

void rv_graph_push(struct rv_explorer *x, const struct rv_graph_plan *plan) {
  struct rv_graph *const g = rv_graph(x);
  const struct rv_event *const made = &x->trace.events[g->n];
  const int32_t at = (int32_t)g->n++;
  struct rv_graph_event *const e = &g->events[at];
  struct rv_graph_thread *const thread = &g->threads[plan->thread];
  describe_event(g, (uint32_t)at, &made->step.op, plan);
  e->plan.several |= rv_graph_is_several(g, &made->step.op);
  const uint32_t before = at ? e[-1].youngest : 0;
  e->arena_top = g->arena.top;
  e->undo = g->n_undo;
  note_undo(g, plan->thread);
  e->porf = thread->porf;
  e->order = thread->order;
  e->knew = e->hb = thread->hb;
  const struct rv_row *const there =
      e->atomic && e->reads ? released_there(g, e, at) : NULL; /* it goes on with their release */
  if (e->kind == RV_GRAPH_ORDERED)
    order_after_conflicting(x, e, at);
  if (there)
    acquire(g, e, thread, there);
  else if (e->kind == RV_GRAPH_READ)
    read_from(g, e, thread);
  else if (e->kind == RV_GRAPH_FENCE && acquires(e->memory_order))
    e->hb = rv_row_join(g, e->hb, thread->unfenced);
  e->youngest = plan->written > before ? plan->written : before;
  e->porf = rv_row_with(g, e->porf, at);
  e->order = rv_row_with(g, e->order, at);
  e->hb = rv_row_with(g, e->hb, at);
  e->sb = rv_row_with(g, thread->sb, at);
  if (e->kind == RV_GRAPH_FENCE && releases(e->memory_order))
    thread->fenced = e->hb;
  if (e->kind == RV_GRAPH_WRITE)
    e->released = released_by(g, e, thread->fenced);
  else if (e->atomic && e->updates)
    e->released = rv_row_join(g, releases(e->memory_order) ? e->hb : thread->fenced, there);
  if (e->location)
    add_to_location(g, e, at);
  if (g->model == RV_MEMORY_C11)
    rv_graph_c11_push(g, at, thread);
  else
    rv_graph_buffer_push(g, at, thread);
  thread->porf = e->porf;
  thread->order = e->order;
  thread->hb = e->hb;
  thread->sb = e->sb;
  take_effects(g, made->effects, made->n_effects);
}

void rv_graph_shrink(struct rv_graph *g, uint64_t n) {
  while (g->n > n) {
    const struct rv_graph_event *const e = &g->events[--g->n];
    if (e->location)
      take_from_location(e->location, (enum rv_graph_kind)e->kind, (int32_t)g->n);
    while (g->n_undo > e->undo) {
      const struct rv_graph_undo *const undo = &g->undo[--g->n_undo];
      g->threads[undo->thread] = undo->was;
    }
    rv_arena_release(&g->arena, e->arena_top);
  }
  while (g->n_stuck && g->stuck[g->n_stuck - 1].since > n)
    g->n_stuck--;
}
