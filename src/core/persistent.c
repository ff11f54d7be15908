#include "core/persistent.h"

#include "core/dependence.h"
#include "core/order.h"

/* A set that is being closed. */
struct closing {
  struct rv_flow *flow;
  const struct rv_state *state;
  const struct rv_stands *stands;
  uint64_t *set; /* P, of threads that stand somewhere */
  size_t words;
};

static bool is_in(const struct closing *c, rv_tid thread) {
  return thread != RV_NO_THREAD && rv_bit(c->set, c->words, thread);
}

static bool is_enabled(const struct closing *c, rv_tid thread) {
  return rv_bit(c->state->enabled, c->state->words, thread);
}

static rv_tid holder_of(const struct closing *c, uint64_t mutex) {
  return c->flow->locks_fail ? RV_NO_THREAD : rv_holder(c->stands, mutex);
}

/* The thread that a disabled thread waits for; RV_NO_THREAD: unknown. */
static rv_tid waits_for(const struct closing *c, const struct rv_stand *stand) {
  if (stand->joins != RV_NO_THREAD)
    return stand->joins;
  return stand->op.kind == RV_OP_LOCK ? holder_of(c, stand->op.access.addr) : RV_NO_THREAD;
}

/* Whether a thread can make no step before one of P does. */
static bool stands_still(const struct closing *c, rv_tid thread) {
  for (rv_tid i = 0; i < c->stands->n && !is_in(c, thread); i++) {
    const struct rv_stand *const stand = rv_stand_of(c->stands, thread);
    if (!stand || is_enabled(c, thread))
      return false;
    thread = waits_for(c, stand);
  }
  return is_in(c, thread);
}

/* Whether an access is not made before one of P makes a step. */
static bool is_held_off(const struct closing *c, const struct rv_may *may) {
  if (may->blocks && is_in(c, holder_of(c, may->access.addr)))
    return true;
  for (unsigned i = 0; i < may->n_locks; i++)
    if (is_in(c, holder_of(c, may->locks[i])))
      return true;
  return false;
}

static bool may_meet(const struct closing *c, rv_tid thread, const struct rv_access *access,
                     enum rv_class class) {
  const struct rv_stand *const stand = rv_stand_of(c->stands, thread);
  const struct rv_mays *const following = rv_flow_following(c->flow, stand->node);
  for (uint32_t i = 0; i < following->n; i++) {
    const struct rv_may *const may = &following->at[i];
    if (rv_overlap(&may->access, access) && rv_conflict(may->class, class) && !is_held_off(c, may))
      return true;
  }
  return false;
}

/* Adds every thread that may do something which depends on an access. */
static void add_rivals(struct closing *c, const struct rv_access *access, enum rv_class class) {
  for (rv_tid t = 0; t < c->stands->n; t++)
    if (c->stands->at[t] && !is_in(c, t) && !stands_still(c, t) && may_meet(c, t, access, class))
      rv_bit_add(c->set, t);
}

static void close_member(struct closing *c, const struct rv_stand *stand) {
  const struct rv_op *const op = &stand->op;
  const rv_tid other = is_enabled(c, stand->thread) ? RV_NO_THREAD : waits_for(c, stand);
  if (other != RV_NO_THREAD && rv_stand_of(c->stands, other)) {
    rv_bit_add(c->set, other);
    return;
  }
  for (unsigned i = 0; i < rv_access_count(op); i++)
    add_rivals(c, rv_access(op, i), rv_class_of(op, rv_access(op, i)));
  const struct rv_flow_node *const node = &c->flow->nodes[stand->node];
  const bool varies = node->varies || op->kind == RV_OP_AWAIT || op->flags & RV_OP_VARIES;
  for (uint32_t i = 0; varies && i < node->own.n; i++)
    add_rivals(c, &node->own.at[i].access, node->own.at[i].class);
}

static void close_set(struct closing *c) {
  unsigned before;
  do {
    before = rv_bits_count(c->set, c->words);
    for (rv_tid t = 0; t < c->stands->n; t++)
      if (is_in(c, t))
        close_member(c, c->stands->at[t]);
  } while (rv_bits_count(c->set, c->words) > before);
}

static struct closing closing(struct rv_explorer *x, struct rv_flow *flow,
                              const struct rv_state *state, const struct rv_stands *stands) {
  struct closing c = {flow, state, stands, NULL, (stands->n + 63) / 64};
  c.set = rv_arena_alloc(&x->arena, c.words * sizeof *c.set);
  return c;
}

static void closing_begin(struct closing *c) {
  for (size_t i = 0; i < c->words; i++)
    c->set[i] = 0;
}

/* The number of enabled members that do not sleep. */
static unsigned count_awake(const struct closing *c) {
  unsigned n = 0;
  for (rv_tid t = 0; t < c->stands->n; t++)
    n += is_in(c, t) && is_enabled(c, t) && !rv_sleeps(c->state->sleep, t);
  return n;
}

static void keep_enabled(const struct closing *c, uint64_t *set) {
  for (size_t i = 0; i < c->state->words; i++)
    set[i] = i < c->words ? c->set[i] & c->state->enabled[i] : 0;
}

void rv_persistent_set(struct rv_explorer *x, struct rv_flow *flow, const struct rv_state *state,
                       const struct rv_stands *stands, uint64_t *set) {
  const uint64_t top = x->arena.top;
  struct closing c = closing(x, flow, state, stands);
  unsigned fewest = UINT32_MAX;
  const rv_tid first = rv_pick(x, state->enabled, state->words);
  for (rv_tid i = 0; i < stands->n && fewest; i++) {
    const rv_tid t = (first + i) % stands->n;
    if (!is_enabled(&c, t))
      continue;
    closing_begin(&c);
    rv_bit_add(c.set, t);
    close_set(&c);
    const unsigned awake = count_awake(&c);
    if (awake < fewest) {
      keep_enabled(&c, set);
      fewest = awake;
    }
  }
  rv_arena_release(&x->arena, top);
}

void rv_persistent_close(struct rv_explorer *x, struct rv_flow *flow, const struct rv_state *state,
                         const struct rv_stands *stands, uint64_t *set) {
  const uint64_t top = x->arena.top;
  struct closing c = closing(x, flow, state, stands);
  for (size_t i = 0; i < c.words; i++)
    c.set[i] = i < state->words ? set[i] : 0;
  close_set(&c);
  keep_enabled(&c, set);
  rv_arena_release(&x->arena, top);
}
