/*
 * Executions that come up twice. Where an operation accesses several objects, or additions to one
 * object commute, graphs that are each reached once can be the same execution: the order of ordered
 * events counts only where they depend on each other (dependence.h). Such executions, and no
 * others, are remembered when they are complete, by a number of 128 bits.
 */
#include "core/dependence.h"
#include "core/graph.h"

static uint64_t mix(uint64_t a, uint64_t b, uint64_t salt) {
  uint64_t h = (a ^ salt) * UINT64_C(0x9e3779b97f4a7c15);
  h = (h ^ h >> 32 ^ b) * UINT64_C(0xd6e8feb86659fd93);
  h = (h ^ h >> 29) * UINT64_C(0xff51afd7ed558ccd);
  return h ^ h >> 32;
}

static bool adds(const struct rv_op *op) {
  for (unsigned i = 0; i < rv_access_count(op); i++)
    if (rv_access(op, i)->mode == RV_ADD)
      return op->kind == RV_OP_MEMORY || op->kind == RV_OP_AWAIT;
  return false;
}

/* A thread waits at the end: it may have been revisited on the way, or not. */
static bool waits_for_several(const struct rv_explorer *x) {
  const struct rv_system *const system = x->system;
  for (rv_tid t = 0; t < system->threads(system->self); t++)
    if (rv_graph_is_several(rv_graph(x), system->next(system->self, t)))
      return true;
  return false;
}

/* Whether an ordered access overlaps one of another size: it is one of several objects then. */
static bool overlaps_in_part(const struct rv_explorer *x, uint32_t at) {
  const struct rv_op *const op = &x->trace.events[at].step.op;
  for (uint32_t i = 0; i < rv_graph(x)->n; i++) {
    const struct rv_op *const other = &x->trace.events[i].step.op;
    if (rv_graph(x)->events[i].kind == RV_GRAPH_ORDERED && other->access.size != op->access.size &&
        rv_overlap(&other->access, &op->access))
      return true;
  }
  return false;
}

static bool may_repeat(const struct rv_explorer *x) {
  const struct rv_graph *const g = rv_graph(x);
  for (uint32_t i = 0; i < g->n; i++) {
    const struct rv_graph_event *const e = &g->events[i];
    const struct rv_op *const op = &x->trace.events[i].step.op;
    if (e->adds || e->plan.several ||
        (e->kind == RV_GRAPH_ORDERED && (op->more_count || adds(op) || overlaps_in_part(x, i))))
      return true;
  }
  return waits_for_several(x);
}

/* An event, whatever the order of the trace. */
static uint64_t name(const struct rv_explorer *x, int32_t at) {
  const struct rv_event *const event = &x->trace.events[at];
  return (uint64_t)event->step.thread << 32 | event->index;
}

struct number {
  uint64_t bits[2];
};

static void add_pair(struct number *number, uint64_t a, uint64_t b) {
  number->bits[0] += mix(a, b, UINT64_C(0x2545f4914f6cdd1d));
  number->bits[1] += mix(a, b, UINT64_C(0x5851f42d4c957f2d));
}

/* What an addition has read does not count. */
static bool is_read_of_addition(const struct rv_graph_event *e) {
  return e->adds && e->kind == RV_GRAPH_READ;
}

/* Whether the order of two accesses to a location counts. */
static bool depend(const struct rv_graph_event *a, const struct rv_graph_event *b) {
  return (a->kind == RV_GRAPH_WRITE || b->kind == RV_GRAPH_WRITE) && !(a->adds && b->adds) &&
         !is_read_of_addition(a) && !is_read_of_addition(b);
}

/* All accesses to the location that an event comes after. */
static void add_earlier(struct number *number, const struct rv_explorer *x, int32_t at) {
  const struct rv_graph *const g = rv_graph(x);
  const struct rv_graph_event *const e = &g->events[at];
  const struct rv_graph_location *const location = e->location;
  const int32_t rank = rv_graph_rank(g, at) + (e->kind == RV_GRAPH_READ); /* after what it reads */
  for (uint32_t i = 0; i < location->n_order + location->n_reads; i++) {
    const int32_t other =
        i < location->n_order ? location->order[i] : location->reads[i - location->n_order];
    if (depend(e, &g->events[other]) && rv_graph_rank(g, other) < rank)
      add_pair(number, name(x, at), name(x, other));
  }
}

static struct number number_of(const struct rv_explorer *x) {
  const struct rv_graph *const g = rv_graph(x);
  struct number number = {{g->n, 0}};
  for (int32_t i = 0; i < (int32_t)g->n; i++) {
    const struct rv_graph_event *const e = &g->events[i];
    if (e->location)
      add_earlier(&number, x, i);
    else if (e->kind == RV_GRAPH_CHOICE)
      add_pair(&number, name(x, i), e->plan.choice);
    else
      add_pair(&number, name(x, i), name(x, i));
    for (int32_t k = 0; e->kind == RV_GRAPH_ORDERED && k < i; k++)
      if (g->events[k].kind == RV_GRAPH_ORDERED &&
          rv_dependent(&x->trace.events[k].step.op, &x->trace.events[i].step.op))
        add_pair(&number, name(x, i), name(x, k));
  }
  return number;
}

bool rv_graph_is_repeated(struct rv_explorer *x) {
  struct rv_graph *const g = rv_graph(x);
  if (!may_repeat(x))
    return false;
  const struct number number = number_of(x);
  struct rv_graph_numbers *const some = &g->complete[number.bits[0] % RV_GRAPH_NUMBERS];
  struct number *const numbers = some->at;
  for (uint32_t i = 0; i < some->n; i++)
    if (numbers[i].bits[0] == number.bits[0] && numbers[i].bits[1] == number.bits[1])
      return true;
  if (some->n == some->capacity) {
    const uint32_t had = some->capacity;
    some->capacity = had ? 2 * had : 4;
    some->at =
        rv_pool_widen(&g->pool, some->at, had * sizeof number, some->capacity * sizeof number);
  }
  ((struct number *)some->at)[some->n++] = number;
  return false;
}
