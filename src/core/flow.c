#include "core/flow.h"

#include <string.h>

#include "core/dependence.h"

enum { FIRST_NODES = 64 };

static void flow_reserve(struct rv_flow *flow, uint32_t capacity) {
  struct rv_pool *const pool = &flow->pool;
  flow->nodes = rv_pool_widen(pool, flow->nodes, flow->capacity * sizeof *flow->nodes,
                              capacity * sizeof *flow->nodes);
  if (flow->capacity) {
    rv_pool_free(pool, flow->table, 2 * flow->capacity * sizeof *flow->table);
    rv_pool_free(pool, flow->stack, flow->capacity * sizeof *flow->stack);
  }
  flow->table = rv_pool_alloc(pool, 2 * capacity * sizeof *flow->table);
  flow->stack = rv_pool_alloc(pool, capacity * sizeof *flow->stack);
  memset(flow->table, 0, 2 * capacity * sizeof *flow->table);
  flow->capacity = capacity;
}

struct rv_flow *rv_flow_make(const struct rv_memory *memory) {
  struct rv_flow *const flow = rv_reserve(memory, 1, sizeof *flow);
  rv_pool_init(&flow->pool, memory);
  rv_flow_clear(flow);
  return flow;
}

void rv_flow_clear(struct rv_flow *flow) {
  rv_pool_clear(&flow->pool);
  flow->nodes = NULL;
  flow->n = flow->capacity = 0;
  flow->locks_fail = false;
  flow->version++;
  flow_reserve(flow, FIRST_NODES);
}

/* --- places ------------------------------------------------------------------------------------
 */

/* Where the number of a node is, or would be. */
static uint32_t *flow_slot(const struct rv_flow *flow, uint64_t place, enum rv_flow_kind kind) {
  const uint32_t size = 2 * flow->capacity;
  uint32_t i = (uint32_t)((4 * place + kind) * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (size - 1);
  for (; flow->table[i]; i = (i + 1) & (size - 1)) {
    const struct rv_flow_node *const node = &flow->nodes[flow->table[i] - 1];
    if (node->place == place && node->kind == kind)
      break;
  }
  return &flow->table[i];
}

static uint32_t flow_node(struct rv_flow *flow, uint64_t place, enum rv_flow_kind kind) {
  uint32_t *slot = flow_slot(flow, place, kind);
  if (*slot)
    return *slot - 1;
  if (flow->n == flow->capacity) {
    flow_reserve(flow, 2 * flow->capacity);
    for (uint32_t i = 0; i < flow->n; i++)
      *flow_slot(flow, flow->nodes[i].place, flow->nodes[i].kind) = i + 1;
    slot = flow_slot(flow, place, kind);
  }
  flow->nodes[flow->n] = (struct rv_flow_node){.place = place, .kind = (uint8_t)kind};
  *slot = ++flow->n;
  flow->version++;
  return flow->n - 1;
}

static void flow_edge(struct rv_flow *flow, uint32_t from, uint32_t to) {
  struct rv_flow_node *const node = &flow->nodes[from];
  for (uint32_t i = 0; i < node->n_edges; i++)
    if (node->edges[i] == to)
      return;
  if (node->n_edges == node->most_edges) {
    const uint32_t most = node->most_edges ? 2 * node->most_edges : 4;
    node->edges = rv_pool_widen(&flow->pool, node->edges, node->most_edges * sizeof *node->edges,
                                most * sizeof *node->edges);
    node->most_edges = most;
  }
  node->edges[node->n_edges++] = to;
  flow->version++;
}

/* --- accesses ----------------------------------------------------------------------------------
 */

static bool is_lock_of(const struct rv_may *may, uint64_t addr) {
  for (unsigned i = 0; i < may->n_locks; i++)
    if (may->locks[i] == addr)
      return true;
  return false;
}

/* Leaves the mutexes that are held in both cases. */
static bool mays_meet(struct rv_may *may, const struct rv_may *other) {
  unsigned n = 0;
  for (unsigned i = 0; i < may->n_locks; i++)
    if (is_lock_of(other, may->locks[i]))
      may->locks[n++] = may->locks[i];
  const bool fewer = n < may->n_locks;
  may->n_locks = (uint8_t)n;
  return fewer;
}

/* True if that was not known. */
static bool mays_add(struct rv_flow *flow, struct rv_mays *mays, const struct rv_may *may) {
  for (uint32_t i = 0; i < mays->n; i++) {
    struct rv_may *const known = &mays->at[i];
    if (known->access.addr == may->access.addr && known->access.size == may->access.size &&
        known->class == may->class && known->blocks == may->blocks)
      return mays_meet(known, may);
  }
  if (mays->n == mays->capacity) {
    const uint32_t capacity = mays->capacity ? 2 * mays->capacity : 4;
    mays->at = rv_pool_widen(&flow->pool, mays->at, mays->capacity * sizeof *mays->at,
                             capacity * sizeof *mays->at);
    mays->capacity = capacity;
  }
  mays->at[mays->n++] = *may;
  return true;
}

static void learn_op(struct rv_flow *flow, uint32_t node, const struct rv_op *op, rv_tid thread,
                     const struct rv_held *held) {
  struct rv_may may = {.blocks = op->kind == RV_OP_LOCK};
  for (; held && may.n_locks < RV_MOST_LOCKS; held = held->next)
    if (held->thread == thread)
      may.locks[may.n_locks++] = held->addr;
  for (unsigned i = 0; i < rv_access_count(op); i++) {
    may.access = *rv_access(op, i);
    may.class = (uint8_t)rv_class_of(op, rv_access(op, i));
    flow->version += mays_add(flow, &flow->nodes[node].own, &may);
  }
}

/* --- states ------------------------------------------------------------------------------------
 */

/* A mutex that is given by who does not hold it, or taken while it is held, protects nothing. */
static bool locks_fail(const struct rv_stand *stand, const struct rv_stands *stands, bool made) {
  const rv_tid holder = rv_holder(stands, stand->op.access.addr);
  return stand->op.kind == RV_OP_UNLOCK
             ? holder != stand->thread
             : made && stand->op.kind == RV_OP_LOCK && holder != RV_NO_THREAD;
}

static void learn_locks(struct rv_flow *flow, const struct rv_stand *stand,
                        const struct rv_stands *stands, bool made) {
  if (!flow->locks_fail && locks_fail(stand, stands, made)) {
    flow->locks_fail = true;
    flow->version++;
  }
}

/* Of a name it is known which file it is when it is used, and of a block what it accesses. */
static void learn_difference(struct rv_flow *flow, const struct rv_stand *stood,
                             const struct rv_op *made) {
  struct rv_flow_node *const node = &flow->nodes[stood->node];
  if (!node->varies && !rv_is_part(made, &stood->op, false)) {
    node->varies = true;
    flow->version++;
  }
}

/* The node after the operation that a thread is about to make. A thread that waits for another
 * one's end stays at its own node. */
static uint32_t after_stand(struct rv_flow *flow, const struct rv_stand *stand) {
  if (stand->joins != RV_NO_THREAD)
    return stand->node;
  const uint32_t after = flow_node(flow, flow->nodes[stand->node].place, RV_FLOW_AFTER);
  flow_edge(flow, stand->node, after);
  return after;
}

/* What happened in the step that led to the present state. */
struct happened {
  const struct rv_stands *before;
  const struct rv_effect *effects;
  uint32_t n;
};

/* The node that a thread is at after the joins that it made in the step. */
static uint32_t pass_joins(struct rv_flow *flow, const struct happened *step, uint32_t from,
                           rv_tid thread) {
  for (uint32_t i = 0; i < step->n; i++)
    if (step->effects[i].kind == RV_EFFECT_JOIN && step->effects[i].thread == thread) {
      const uint32_t join = flow_node(flow, step->effects[i].other, RV_FLOW_JOIN);
      flow_edge(flow, from, join);
      from = join;
    }
  return from;
}

/* The node that leads to a new thread: the one of its creator, which may itself have been created
 * in this step. It may have been created before its creator saw the end of others in the step, or
 * after. */
static uint32_t origin(struct rv_flow *flow, const struct happened *step, rv_tid thread) {
  rv_tid creator = RV_NO_THREAD;
  for (uint32_t i = 0; i < step->n && creator == RV_NO_THREAD; i++)
    if (step->effects[i].kind == RV_EFFECT_CREATE && step->effects[i].other == thread)
      creator = step->effects[i].thread;
  const struct rv_stand *const there =
      creator == RV_NO_THREAD || !step->before ? NULL : rv_stand_of(step->before, creator);
  const uint32_t start = flow_node(flow, thread, RV_FLOW_START);
  uint32_t from = flow_node(flow, 0, RV_FLOW_AFTER);
  if (there)
    from = after_stand(flow, there);
  else if (creator != RV_NO_THREAD)
    from = flow_node(flow, creator, RV_FLOW_START);
  flow_edge(flow, from, start);
  flow_edge(flow, pass_joins(flow, step, from, creator), start);
  return start;
}

void rv_flow_learn(struct rv_explorer *x, struct rv_flow *flow, struct rv_stands *stands,
                   const struct rv_stands *before) {
  struct happened step = {before, x->trace.first, x->trace.n_first};
  if (before) {
    const struct rv_event *const event = &x->trace.events[x->trace.n - 1];
    const struct rv_stand *const stood = rv_stand_of(before, event->step.thread);
    step = (struct happened){before, event->effects, event->n_effects};
    learn_op(flow, stood->node, &event->step.op, stood->thread, before->held);
    learn_locks(flow, stood, before, true);
    learn_difference(flow, stood, &event->step.op);
  }
  for (rv_tid t = 0; t < stands->n; t++) {
    struct rv_stand *const now = stands->at[t];
    const struct rv_stand *const then = before ? rv_stand_of(before, t) : NULL;
    if (!now || now == then)
      continue;
    const uint32_t begun = then ? after_stand(flow, then) : origin(flow, &step, t);
    const uint32_t from = pass_joins(flow, &step, begun, t);
    const bool joins = now->joins != RV_NO_THREAD;
    now->node = joins ? flow_node(flow, now->joins, RV_FLOW_JOIN)
                      : flow_node(flow, now->place, RV_FLOW_BEFORE);
    flow_edge(flow, from, now->node);
    if (joins)
      continue;
    learn_op(flow, now->node, &now->op, t, stands->held);
    learn_locks(flow, now, stands, false);
  }
}

/* --- what follows --------------------------------------------------------------------------------
 */

static void collect(struct rv_flow *flow, struct rv_flow_node *first) {
  uint32_t n = 0;
  first->following.n = 0;
  flow->visit++;
  first->visited = flow->visit;
  flow->stack[n++] = (uint32_t)(first - flow->nodes);
  while (n) {
    const struct rv_flow_node *const node = &flow->nodes[flow->stack[--n]];
    for (uint32_t i = 0; i < node->own.n; i++)
      mays_add(flow, &first->following, &node->own.at[i]);
    for (uint32_t i = 0; i < node->n_edges; i++) {
      struct rv_flow_node *const next = &flow->nodes[node->edges[i]];
      if (next->visited != flow->visit) {
        next->visited = flow->visit;
        flow->stack[n++] = node->edges[i];
      }
    }
  }
}

const struct rv_mays *rv_flow_following(struct rv_flow *flow, uint32_t number) {
  struct rv_flow_node *const node = &flow->nodes[number];
  if (node->followed != flow->version) {
    collect(flow, node);
    node->followed = flow->version;
  }
  return &node->following;
}
