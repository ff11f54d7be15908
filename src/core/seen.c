#include "core/seen.h"

#include "core/dependence.h"

static bool has_access(const struct rv_op *op, const struct rv_access *access) {
  for (unsigned i = 0; i < rv_access_count(op); i++)
    if (rv_access(op, i)->addr == access->addr && rv_access(op, i)->size == access->size)
      return true;
  return false;
}

bool rv_accesses_add(struct rv_op *to, const struct rv_op *op, struct rv_arena *arena) {
  unsigned missing = 0;
  for (unsigned i = 0; i < rv_access_count(op); i++)
    missing += !has_access(to, rv_access(op, i));
  if (!missing)
    return false;
  const unsigned had = rv_access_count(to);
  if (!had) {
    rv_op_copy(to, op, arena);
    return true;
  }
  struct rv_access *const more = rv_arena_alloc(arena, (had + missing) * sizeof *more);
  for (unsigned i = 1; i < had; i++)
    more[i - 1] = *rv_access(to, i);
  unsigned n = had - 1;
  for (unsigned i = 0; i < rv_access_count(op); i++)
    if (!has_access(to, rv_access(op, i)))
      more[n++] = *rv_access(op, i);
  to->more = more;
  to->more_count = (uint16_t)n;
  return true;
}

static const struct rv_seen *add_await(struct rv_explorer *x, const struct rv_seen *list,
                                       rv_tid thread, const struct rv_op *op) {
  for (const struct rv_seen *s = list; s; s = s->next)
    if (s->thread == thread)
      return list;
  struct rv_seen *const seen = rv_arena_alloc(&x->arena, sizeof *seen);
  seen->thread = thread;
  seen->next = list;
  rv_op_copy(&seen->op, op, &x->arena);
  return seen;
}

/* Adds a thread that has come to stand before an await. */
static inline const struct rv_seen *seen_add(struct rv_explorer *x, const struct rv_seen *list,
                                             rv_tid thread) {
  const struct rv_op *const op = x->system->next(x->system->self, thread);
  return op->kind == RV_OP_AWAIT ? add_await(x, list, thread, op) : list;
}

/* The await that was seen, with what its condition has read now. */
static const struct rv_seen *look_again(struct rv_explorer *x, const struct rv_seen *seen,
                                        const struct rv_seen *next) {
  struct rv_op op = seen->op;
  const bool more = rv_accesses_add(&op, x->system->next(x->system->self, seen->thread), &x->arena);
  if (!more && seen->next == next)
    return seen;
  struct rv_seen *const copy = rv_arena_alloc(&x->arena, sizeof *copy);
  *copy = (struct rv_seen){.thread = seen->thread, .op = op, .next = next};
  return copy;
}

static const struct rv_seen *add_effects(struct rv_explorer *x, const struct rv_seen *list,
                                         const struct rv_effect *effects, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (effects[i].kind == RV_EFFECT_CREATE || effects[i].kind == RV_EFFECT_JOIN)
      list = seen_add(x, list,
                      effects[i].kind == RV_EFFECT_CREATE ? effects[i].other : effects[i].thread);
  return list;
}

static const struct rv_seen *seen_look(struct rv_explorer *x) {
  const struct rv_trace *const trace = &x->trace;
  if (!trace->n)
    return add_effects(x, seen_add(x, NULL, 0), trace->first, trace->n_first);
  const struct rv_event *const last = &trace->events[trace->n - 1];
  const struct rv_seen *list = NULL;
  for (const struct rv_seen *s = rv_awaits_at(rv_present(x) - 1); s; s = s->next)
    if (s->thread != last->step.thread)
      list = look_again(x, s, list);
  return add_effects(x, seen_add(x, list, last->step.thread), last->effects, last->n_effects);
}

/* In most steps nobody has come to stand before one. */
void rv_awaits_look(struct rv_explorer *x, struct rv_state *state, bool awaits) {
  const bool some = awaits || (x->trace.n && rv_awaits_at(state - 1));
  RV_PART(struct rv_awaits, state)->seen = some ? seen_look(x) : NULL;
}
