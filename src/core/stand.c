#include "core/stand.h"

#include <string.h>

#include "core/dependence.h"

rv_tid rv_holder(const struct rv_stands *stands, uint64_t addr) {
  for (const struct rv_held *h = stands->held; h; h = h->next)
    if (h->addr == addr)
      return h->thread;
  return RV_NO_THREAD;
}

static const struct rv_held *hold(struct rv_explorer *x, const struct rv_held *list, rv_tid thread,
                                  uint64_t addr) {
  struct rv_held *const held = rv_arena_alloc(&x->arena, sizeof *held);
  *held = (struct rv_held){.thread = thread, .addr = addr, .next = list};
  return held;
}

static bool is_released(const struct rv_held *held, const struct rv_op *op) {
  for (unsigned i = 0; i < rv_access_count(op); i++)
    if (rv_access(op, i)->addr == held->addr)
      return true;
  return false;
}

static const struct rv_held *release(struct rv_explorer *x, const struct rv_held *list,
                                     const struct rv_op *op) {
  const struct rv_held *left = NULL;
  for (; list; list = list->next)
    if (!is_released(list, op))
      left = hold(x, left, list->thread, list->addr);
  return left;
}

/* The mutexes that are held after an event. */
static const struct rv_held *held_after(struct rv_explorer *x, const struct rv_held *list,
                                        const struct rv_event *event) {
  const struct rv_op *const op = &event->step.op;
  if (op->kind == RV_OP_UNLOCK)
    return release(x, list, op);
  if (op->kind == RV_OP_LOCK || (op->kind == RV_OP_TRYLOCK && !(op->flags & RV_OP_FAILED)))
    return hold(x, list, event->step.thread, op->access.addr);
  return list;
}

static bool is_same_op(const struct rv_op *a, const struct rv_op *b) {
  return a->kind == b->kind && a->flags == b->flags && a->more_count == b->more_count &&
         a->choices == b->choices && a->access.addr == b->access.addr &&
         a->access.size == b->access.size && a->access.mode == b->access.mode && !a->more_count;
}

static struct rv_stand *stand_look(struct rv_explorer *x, rv_tid thread, struct rv_stand *before) {
  const struct rv_system *const system = x->system;
  const struct rv_op *const op = system->next(system->self, thread);
  const rv_tid joins = system->joins(system->self, thread);
  if ((op->kind == RV_OP_NONE && joins == RV_NO_THREAD) || x->trace.threads[thread].stopped)
    return NULL;
  const uint64_t place = system->place(system->self, thread);
  if (before && before->place == place && before->joins == joins && is_same_op(&before->op, op))
    return before;
  struct rv_stand *const stand = rv_arena_alloc(&x->arena, sizeof *stand);
  *stand = (struct rv_stand){.thread = thread, .joins = joins, .place = place};
  rv_op_copy(&stand->op, op, &x->arena);
  return stand;
}

struct rv_stands *rv_stands_look(struct rv_explorer *x, const struct rv_stands *before) {
  const rv_tid n = x->system->threads(x->system->self);
  struct rv_stands *const stands =
      rv_arena_alloc(&x->arena, sizeof *stands + n * sizeof *stands->at);
  stands->version = 0;
  stands->n = n;
  for (rv_tid t = 0; t < n; t++)
    stands->at[t] = stand_look(x, t, before ? rv_stand_of(before, t) : NULL);
  stands->held = before ? held_after(x, before->held, &x->trace.events[x->trace.n - 1]) : NULL;
  return stands;
}
