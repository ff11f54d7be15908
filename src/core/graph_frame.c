/*
 * From one graph to another and back. Where they part the trace is cut; what was behind it is kept
 * in a frame, and put back when everything that follows from the change is explored. So no more is
 * ever remembered than the graphs that are being explored, one for each change on the way.
 */
#include <string.h>

#include "core/graph.h"

/* An event that was cut off, and the state before it. Its accesses, its effects and the set of
 * threads are behind the array of them. */
struct saved {
  struct rv_replay step;
  uint64_t expected;
  uint32_t n_effects;
  struct rv_graph_plan plan;
  size_t words;
  struct rv_graph_part part;
};

static bool is_in_events(const uint64_t *set, uint64_t at) {
  return set[at / 64] >> (at % 64) & 1;
}

/* --- what is to be done ------------------------------------------------------------------------
 */

static void force(struct rv_graph *g, const struct rv_graph_plan *plan, enum rv_graph_kind kind,
                  const struct rv_graph_location *location, const struct rv_op *op) {
  g->forced[g->n_forced++] = (struct rv_graph_forced){
      .plan = *plan, .op = *op, .kind = (uint8_t)kind, .location = location};
}

/* Where an event that stays will be; not yet, if it is made later. */
enum { NOT_MADE = -2 };

static int32_t moved(const struct rv_graph_change *change, const int32_t *to, int32_t at) {
  return at == RV_GRAPH_INITIAL || (uint64_t)at < change->base ? at
                                                               : to[at - (int32_t)change->base];
}

/* Where the write will be that another one comes right after when it is made again: of those that
 * are made before it. */
static int32_t after_which(const struct rv_graph *g, const struct rv_graph_change *change,
                           const int32_t *to, int32_t at) {
  const struct rv_graph_location *const location = g->events[at].location;
  for (int32_t place = rv_graph_place(location, at) - 1; place >= 0; place--) {
    const int32_t made = moved(change, to, location->order[place]);
    if (made != NOT_MADE)
      return made;
  }
  return RV_GRAPH_INITIAL;
}

static bool comes_later(const struct rv_graph_change *change, uint64_t at) {
  return change->later && is_in_events(change->later, at);
}

/* What stays and comes before what is added, or behind it. What is written again gets a stamp after
 * that of what is added. */
static void force_what_stays(struct rv_explorer *x, const struct rv_graph_change *change,
                             int32_t *to, bool later, uint32_t *stamp) {
  struct rv_graph *const g = rv_graph(x);
  for (uint64_t i = change->base; i < g->n; i++) {
    if (is_in_events(change->gone, i) || comes_later(change, i) != later)
      continue;
    struct rv_graph_plan plan = g->events[i].plan;
    to[i - change->base] = (int32_t)(change->base + g->n_forced);
    if (g->events[i].kind == RV_GRAPH_READ)
      plan.source = moved(change, to, plan.source);
    if (g->events[i].kind == RV_GRAPH_WRITE)
      plan.after = after_which(g, change, to, (int32_t)i);
    if (is_in_events(change->rewritten, i))
      plan.written = ++*stamp;
    force(g, &plan, (enum rv_graph_kind)g->events[i].kind, g->events[i].location,
          &x->trace.events[i].step.op);
  }
}

static void force_added(struct rv_graph *g, const struct rv_graph_change *change,
                        const int32_t *to) {
  const enum rv_graph_kind kind = rv_graph_kind(&change->by->op);
  struct rv_graph_plan plan = change->by_plan;
  plan.after = moved(change, to, plan.after);
  force(g, &plan, kind,
        kind == RV_GRAPH_WRITE ? rv_graph_location(g, &change->by->op.access) : NULL,
        &change->by->op);
  g->forced[g->n_forced - 1].must = change->by_must;
}

static void force_read(struct rv_graph *g, const struct rv_graph_change *change, int32_t source,
                       uint32_t *stamp) {
  struct rv_graph_plan plan = change->read_plan;
  plan.source = source; /* what revisits it comes right before it */
  if (!plan.written)
    plan.written = ++*stamp;
  const struct rv_op unknown = {.kind = RV_OP_NONE}; /* it is judged already */
  force(g, &plan, (enum rv_graph_kind)change->read_kind, change->read_location, &unknown);
  g->forced[g->n_forced - 1].revisited = true;
}

static void prescribe(struct rv_explorer *x, const struct rv_graph_change *change, int32_t *to) {
  struct rv_graph *const g = rv_graph(x);
  uint32_t stamp = change->stamp;
  g->n_forced = g->forced_next = 0;
  g->changed = stamp;
  g->reordered = change->later != NULL;
  g->given_up = false;
  force_what_stays(x, change, to, false, &stamp);
  const int32_t end = (int32_t)change->base + (int32_t)g->n_forced;
  if (change->by)
    force_added(g, change, to);
  if (change->read_plan.thread != RV_NO_THREAD)
    force_read(g, change, end, &stamp);
  if (change->later)
    force_what_stays(x, change, to, true, &stamp);
}

/* Those that were stuck before stay so, and have seen the same. */
static void stay_stuck(struct rv_explorer *x, const struct rv_graph_change *change,
                       const int32_t *to, uint32_t n_stuck) {
  struct rv_graph *const g = rv_graph(x);
  uint32_t n = 0;
  for (uint32_t i = 0; i < n_stuck; i++) {
    struct rv_graph_stuck stuck = g->stuck[i];
    if (!rv_graph_is_stuck(x, &stuck))
      continue;
    if (stuck.stamp >= change->read_plan.stamp)
      continue;
    uint64_t since = stuck.since < change->base ? stuck.since : change->base;
    for (uint64_t k = change->base; k < stuck.since; k++)
      if (!is_in_events(change->gone, k) && x->trace.events[k].step.thread == stuck.thread)
        since = (uint64_t)moved(change, to, (int32_t)k) + 1;
    stuck.since = since;
    g->stuck[n++] = stuck;
  }
  g->n_stuck = n;
}

/* --- what is kept ------------------------------------------------------------------------------
 */

static uint64_t size_of(const struct rv_explorer *x, uint64_t base, uint64_t n) {
  uint64_t bytes = sizeof(struct rv_graph_frame) + (n - base + 1) * sizeof(struct saved) +
                   rv_graph(x)->n_stuck * sizeof(struct rv_graph_stuck);
  for (uint64_t i = base; i <= n; i++) {
    bytes += x->states[i].words * sizeof(uint64_t);
    if (i < n)
      bytes += x->trace.events[i].step.op.more_count * sizeof(struct rv_access) +
               (x->trace.events[i].n_effects * sizeof(struct rv_effect) + 7) / 8 * 8;
  }
  return bytes;
}

static char *put_bytes(char *to, const void *from, size_t bytes) {
  if (bytes)
    memcpy(to, from, bytes);
  return to + (bytes + 7) / 8 * 8;
}

static struct saved *saved_of(struct rv_graph_frame *frame) {
  return (struct saved *)(frame + 1);
}

static void save(struct rv_explorer *x, uint64_t base) {
  struct rv_graph *const g = rv_graph(x);
  const uint64_t n = x->trace.n, bytes = size_of(x, base, n);
  struct rv_graph_frame *const frame = rv_pool_alloc(&g->pool, bytes);
  *frame = (struct rv_graph_frame){g->frame, base, n, bytes, g->n_stuck};
  struct saved *const saved = saved_of(frame);
  char *rest = (char *)(saved + (n - base + 1));
  rest = put_bytes(rest, g->stuck, g->n_stuck * sizeof *g->stuck);
  for (uint64_t i = base; i <= n; i++) {
    const struct rv_event *const event = &x->trace.events[i];
    const struct rv_state *const state = &x->states[i];
    struct saved *const to = &saved[i - base];
    memset(to, 0, sizeof *to);
    to->words = state->words;
    to->part = *RV_PART(struct rv_graph_part, state);
    rest = put_bytes(rest, state->enabled, state->words * sizeof(uint64_t));
    if (i == n)
      break;
    to->step = event->step;
    to->expected = event->expected;
    to->n_effects = event->n_effects;
    to->plan = g->events[i].plan;
    rest =
        put_bytes(rest, event->step.op.more, event->step.op.more_count * sizeof(struct rv_access));
    rest = put_bytes(rest, event->effects, event->n_effects * sizeof(struct rv_effect));
  }
  g->frame = frame;
}

static void go_down(struct rv_explorer *x, uint64_t n) {
  while (x->trace.n > n)
    rv_trace_pop(&x->trace);
  rv_happens_before_shrink(&x->hb, &x->trace, n);
  rv_graph_shrink(rv_graph(x), n);
  rv_arena_release(&x->arena, x->states[n].arena_top);
}

void rv_graph_change(struct rv_explorer *x, const struct rv_graph_change *change) {
  struct rv_graph *const g = rv_graph(x);
  const uint64_t base = change->base;
  int32_t *const to = rv_arena_alloc(&g->arena, (g->n - base + 1) * sizeof *to);
  for (uint64_t i = base; i <= g->n; i++)
    to[i - base] = NOT_MADE;
  prescribe(x, change, to);
  save(x, base);
  stay_stuck(x, change, to, g->n_stuck);
  const uint32_t n_stuck = g->n_stuck;
  go_down(x, base);
  g->n_stuck = n_stuck;
  RV_PART(struct rv_graph_part, rv_present(x))->stand = NULL;
}

static void put_back_event(struct rv_explorer *x, const struct saved *saved,
                           const struct rv_access *more, const struct rv_effect *effects) {
  struct rv_step step = {.op = saved->step.op,
                         .value = saved->step.value,
                         .expected = saved->expected,
                         .choice = saved->step.choice,
                         .n_effects = saved->n_effects,
                         .effects = effects};
  step.op.more = more;
  x->trace.events[x->trace.n].step.thread = saved->step.thread;
  x->trace.events[x->trace.n].step.choice = saved->step.choice;
  rv_trace_push(&x->trace, &step);
  rv_graph_push(x, &saved->plan);
}

static const uint64_t *put_back_state(struct rv_explorer *x, uint64_t i, const struct saved *saved,
                                      const uint64_t *enabled) {
  struct rv_state *const state = &x->states[i];
  state->words = saved->words;
  state->sleep = NULL;
  state->enabled = rv_arena_alloc(&x->arena, saved->words * sizeof *enabled);
  rv_bits_copy(state->enabled, enabled, saved->words);
  *RV_PART(struct rv_graph_part, state) = saved->part;
  state->arena_top = x->arena.top;
  return enabled + saved->words;
}

void rv_graph_return(struct rv_explorer *x) {
  struct rv_graph *const g = rv_graph(x);
  struct rv_graph_frame *const frame = g->frame;
  const struct saved *saved = saved_of(frame);
  const char *rest = (const char *)(saved + (frame->n - frame->base + 1));
  const struct rv_graph_stuck *const stuck = (const struct rv_graph_stuck *)rest;
  rest += frame->n_stuck * sizeof *stuck;
  if (x->system->forget)
    x->system->forget(x->system->self, frame->base);
  go_down(x, frame->base);
  for (uint64_t i = frame->base;; i++, saved++) {
    if (i == frame->base) {
      *RV_PART(struct rv_graph_part, &x->states[i]) = saved->part;
      rest += saved->words * sizeof(uint64_t);
    } else
      rest = (const char *)put_back_state(x, i, saved, (const uint64_t *)rest);
    if (i == frame->n)
      break;
    const struct rv_access *const more = (const struct rv_access *)rest;
    const struct rv_effect *const effects =
        (const struct rv_effect *)(more + saved->step.op.more_count);
    put_back_event(x, saved, more, effects);
    rest = (const char *)effects + (saved->n_effects * sizeof *effects + 7) / 8 * 8;
  }
  memcpy(g->stuck, stuck, frame->n_stuck * sizeof *stuck);
  g->n_stuck = frame->n_stuck;
  g->n_forced = g->forced_next = 0;
  g->changed = UINT32_MAX;
  g->frame = frame->below;
  rv_pool_free(&g->pool, frame, frame->bytes);
}
