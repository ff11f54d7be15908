/*
 * Every execution graph once: see graph.h.
 */
#include <string.h>

#include "core/graph.h"
#include "core/lemma.h"
#include "core/strategy.h"

/* What can be done at a state: an operation and the ways to add it, and what it revisits after
 * that. Where an execution has ended: operations that are blocked, which revisit others too, or a
 * thread that was stuck and can go on. */
struct rv_graph_stand {
  uint64_t bytes;
  uint32_t n_plans, n_visitors;
  bool made;     /* what the operation did is known */
  bool waits;    /* an execution has ended, and these operations are blocked */
  uint32_t news; /* what is written after this stamp is new: a change has just been made */
  struct rv_graph_cursor anew; /* where it has come to in revisiting for that */
  struct rv_op op;
  struct rv_graph_plan *plans;
  struct rv_graph_visitor *visitors;
};

static void *graph_make(const struct rv_memory *memory, const struct rv_options *options) {
  struct rv_graph *const g = rv_reserve(memory, 1, sizeof *g);
  g->model = options->memory;
  g->changed = UINT32_MAX;
  rv_arena_init(&g->arena, memory);
  rv_pool_init(&g->pool, memory);
  g->events = rv_reserve(memory, options->max_steps + 3, sizeof *g->events);
  g->threads = rv_reserve(memory, RV_MAX_THREADS, sizeof *g->threads);
  g->undo = rv_reserve(memory, 4 * (options->max_steps + RV_MAX_THREADS), sizeof *g->undo);
  g->forced = rv_reserve(memory, 2 * options->max_steps + RV_MAX_THREADS, sizeof *g->forced);
  g->stuck = rv_reserve(memory, options->max_steps + RV_MAX_THREADS, sizeof *g->stuck);
  return g;
}

static void graph_clear(struct rv_explorer *x) {
  struct rv_graph *const g = rv_graph(x);
  rv_graph_shrink(g, 0);
  rv_arena_release(&g->arena, 0);
  rv_pool_clear(&g->pool);
  memset(g->locations, 0, sizeof g->locations);
  memset(g->complete, 0, sizeof g->complete);
  memset(g->awaits, 0, sizeof g->awaits);
  g->awaited = false;
  g->n_varying = 0;
  memset(g->threads, 0, x->trace.width * sizeof *g->threads);
  g->n_undo = g->n_forced = g->forced_next = g->n_stuck = 0;
  g->changed = UINT32_MAX;
  g->frame = NULL;
}

/* The last step of the trace is an event of the graph now. */
static void graph_look(struct rv_explorer *x, struct rv_state *state, bool awaits) {
  RV_PART(struct rv_graph_part, state)->stand = NULL;
  if (x->trace.n)
    rv_graph_push(x, &rv_graph(x)->planned);
  else
    rv_graph_begin(x);
  rv_graph_await_look(x, awaits);
}

void rv_graph_plan(struct rv_explorer *x, const struct rv_graph_plan *plan, enum rv_graph_kind kind,
                   const struct rv_graph_location *location) {
  struct rv_graph *const g = rv_graph(x);
  uint32_t choice = plan->choice;
  if (kind == RV_GRAPH_READ)
    choice = (uint32_t)(plan->source + 1);
  else if (kind == RV_GRAPH_WRITE && location &&
           rv_graph_place(location, plan->after) + 1 != (int32_t)location->n_order)
    choice = RV_WEAK_HIDDEN;
  g->planned = *plan;
  g->must = RV_GRAPH_WHATEVER;
  rv_plan(x, plan->thread, choice);
}

/* --- standing ----------------------------------------------------------------------------------
 */

static uint64_t accesses_size(const struct rv_op *op) {
  return op->more_count * sizeof(struct rv_access);
}

/* The operation, with its own copy of the accesses behind the first. */
static struct rv_op copy_op(const struct rv_op *op, void *accesses) {
  struct rv_op copy = *op;
  if (op->more_count)
    copy.more = memcpy(accesses, op->more, accesses_size(op));
  return copy;
}

/* Room for an operation and so many ways to add it. */
static struct rv_graph_stand *stand_new(struct rv_explorer *x, const struct rv_op *op,
                                        uint32_t plans, uint32_t visitors) {
  struct rv_graph *const g = rv_graph(x);
  const uint64_t bytes =
      sizeof(struct rv_graph_stand) + plans * sizeof(struct rv_graph_plan) +
      visitors * (sizeof(struct rv_graph_visitor) + RV_GRAPH_ACCESSES * sizeof(struct rv_access)) +
      (op ? accesses_size(op) : 0);
  struct rv_graph_stand *const stand = rv_pool_alloc(&g->pool, bytes);
  memset(stand, 0, bytes);
  stand->bytes = bytes;
  stand->visitors = (struct rv_graph_visitor *)(stand + 1);
  struct rv_access *const accesses = (struct rv_access *)(stand->visitors + visitors);
  stand->plans = (struct rv_graph_plan *)(accesses + visitors * RV_GRAPH_ACCESSES);
  if (op)
    stand->op = copy_op(op, stand->plans + plans);
  struct rv_graph_part *const part = RV_PART(struct rv_graph_part, rv_present(x));
  *part = (struct rv_graph_part){.stand = stand};
  stand->news = g->changed;
  g->changed = UINT32_MAX;
  return stand;
}

static void add_visitor(struct rv_graph_stand *stand, uint32_t room, rv_tid thread,
                        const struct rv_op *op) {
  const uint32_t number = stand->n_visitors++;
  struct rv_access *const accesses =
      (struct rv_access *)(stand->visitors + room) + number * RV_GRAPH_ACCESSES;
  assert(op->more_count <= RV_GRAPH_ACCESSES);
  stand->visitors[number] = (struct rv_graph_visitor){thread, copy_op(op, accesses)};
}

static void add_plan(struct rv_graph_stand *stand, const struct rv_graph_plan *plan) {
  stand->plans[stand->n_plans++] = *plan;
}

static bool allows(struct rv_explorer *x, const struct rv_op *op,
                   const struct rv_graph_plan *plan) {
  struct rv_graph *const g = rv_graph(x);
  const uint64_t top = g->arena.top;
  rv_graph_imagine(g, g->n, op, plan, &g->threads[plan->thread]);
  const bool allowed = rv_graph_allows(g, g->n + 1, NULL);
  rv_arena_release(&g->arena, top);
  return allowed;
}

/* The ways to add an operation: what it reads, or where it comes in the modification order. */
static void stand_before(struct rv_explorer *x, rv_tid thread) {
  struct rv_graph *const g = rv_graph(x);
  const struct rv_op *const op = x->system->next(x->system->self, thread);
  const enum rv_graph_kind kind = rv_graph_kind(op);
  const uint32_t stamp = rv_graph_next_stamp(g);
  struct rv_graph_plan plan = {.thread = thread,
                               .stamp = stamp,
                               .written = stamp,
                               .several = rv_graph_is_several(g, op),
                               .source = RV_GRAPH_INITIAL,
                               .after = RV_GRAPH_INITIAL};
  if (kind != RV_GRAPH_READ && kind != RV_GRAPH_WRITE) {
    const uint32_t choices = kind == RV_GRAPH_CHOICE ? op->choices : 1;
    struct rv_graph_stand *const stand = stand_new(x, op, choices, 1);
    for (; plan.choice < choices; plan.choice++)
      add_plan(stand, &plan);
    add_visitor(stand, 1, thread, op);
    return;
  }
  const struct rv_graph_location *const location = rv_graph_location(g, &op->access);
  struct rv_graph_stand *const stand = stand_new(x, op, location->n_order + 1, 1);
  add_visitor(stand, 1, thread, op);
  for (uint32_t i = 0; i <= location->n_order; i++) {
    const int32_t write = i ? location->order[i - 1] : RV_GRAPH_INITIAL;
    *(kind == RV_GRAPH_READ ? &plan.source : &plan.after) = write;
    if (allows(x, op, &plan))
      add_plan(stand, &plan);
  }
}

static bool plan_alternative(struct rv_explorer *x, struct rv_state *state) {
  const struct rv_graph_part *const part = RV_PART(struct rv_graph_part, state);
  if (part->at >= part->stand->n_plans)
    return false;
  const struct rv_op *const op = &part->stand->op;
  const enum rv_graph_kind kind = rv_graph_kind(op);
  const bool located = kind == RV_GRAPH_READ || kind == RV_GRAPH_WRITE;
  rv_graph_plan(x, &part->stand->plans[part->at], kind,
                located ? rv_graph_location(rv_graph(x), &op->access) : NULL);
  return true;
}

/* --- arriving ----------------------------------------------------------------------------------
 */

/* An operation has seen everything, and is blocked. */
static void stick(struct rv_explorer *x, rv_tid thread, const struct rv_op *op, uint32_t stamp,
                  uint32_t until) {
  struct rv_graph *const g = rv_graph(x);
  struct rv_graph_stuck *const stuck = &g->stuck[g->n_stuck++];
  assert(op->more_count <= RV_GRAPH_ACCESSES);
  *stuck = (struct rv_graph_stuck){
      .thread = thread, .stamp = stamp, .since = x->trace.n, .until = until};
  stuck->op = copy_op(op, stuck->more);
}

/* Where something was put before what is there, that is judged again, before it is made: what the
 * program does after it must not be seen in a graph that there is not. Nothing comes after an
 * ordered event that is added. */
static bool may_come_here(struct rv_explorer *x, const struct rv_graph_forced *forced) {
  const bool weak = forced->kind == RV_GRAPH_READ || forced->kind == RV_GRAPH_WRITE;
  return !rv_graph(x)->reordered || !weak || allows(x, &forced->op, &forced->plan);
}

enum follow { FOLLOW_PLANNED, FOLLOW_NOTHING, FOLLOW_IMPOSSIBLE };

/* A step that was prescribed is not made: those that follow are one place further up. */
static void move_up(struct rv_explorer *x) {
  struct rv_graph *const g = rv_graph(x);
  const int32_t here = (int32_t)x->trace.n;
  for (uint32_t i = g->forced_next; i < g->n_forced; i++) {
    struct rv_graph_plan *const plan = &g->forced[i].plan;
    plan->source -= plan->source > here;
    plan->after -= plan->after > here;
  }
}

/* What is prescribed. */
static enum follow follow_plan(struct rv_explorer *x, const struct rv_state *state) {
  struct rv_graph *const g = rv_graph(x);
  while (g->forced_next < g->n_forced) {
    const struct rv_graph_forced *const forced = &g->forced[g->forced_next++];
    if (rv_bit(state->enabled, state->words, forced->plan.thread)) {
      if (!may_come_here(x, forced))
        return FOLLOW_IMPOSSIBLE;
      rv_graph_plan(x, &forced->plan, (enum rv_graph_kind)forced->kind, forced->location);
      g->must = forced->must;
      return FOLLOW_PLANNED;
    }
    if (!forced->revisited)
      return FOLLOW_IMPOSSIBLE;
    const rv_tid thread = forced->plan.thread;
    move_up(x);
    stick(x, thread, x->system->next(x->system->self, thread), forced->plan.stamp, g->changed);
  }
  rv_lemma(g->changed == UINT32_MAX || !g->reordered || rv_graph_is_consistent(g));
  return FOLLOW_NOTHING;
}

static bool is_stuck(const struct rv_explorer *x, rv_tid thread) {
  const struct rv_graph *const g = rv_graph(x);
  for (uint32_t i = 0; i < g->n_stuck; i++)
    if (g->stuck[i].thread == thread && rv_graph_is_stuck(x, &g->stuck[i]))
      return true;
  return false;
}

/* A thread in the middle of a read-modify-write goes first. Where one is stuck, the thread that
 * made the last step does: it may be the one that is waited for. */
static rv_tid choose_thread(struct rv_explorer *x, const struct rv_state *state) {
  const struct rv_system *const system = x->system;
  const size_t words = state->words;
  rv_tid first = RV_NO_THREAD;
  for (rv_tid t = rv_bits_next(state->enabled, words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(state->enabled, words, t + 1)) {
    if (is_stuck(x, t))
      continue;
    const struct rv_op *const op = system->next(system->self, t);
    if (rv_graph_kind(op) == RV_GRAPH_WRITE && op->weak & RV_WEAK_EXCLUSIVE)
      return t;
    if (first == RV_NO_THREAD)
      first = t;
  }
  const rv_tid last = x->trace.n ? x->trace.events[x->trace.n - 1].step.thread : first;
  return rv_graph(x)->n_stuck && rv_bit(state->enabled, words, last) && !is_stuck(x, last) ? last
                                                                                           : first;
}

/* Whether the last step turned out to be what it was taken for where it was put. */
static bool is_as_it_must(const struct rv_explorer *x) {
  struct rv_graph *const g = rv_graph(x);
  if (g->n && x->trace.events[g->n - 1].step.op.flags & RV_OP_COMPARES &&
      !rv_graph_allows(g, g->n, NULL))
    return false;
  const bool updates = g->n && g->events[g->n - 1].updates;
  return !g->n || g->events[g->n - 1].kind != RV_GRAPH_ORDERED || g->must == RV_GRAPH_WHATEVER ||
         updates == (g->must == RV_GRAPH_MUST_UPDATE);
}

/* Whether something was added between two stamps. */
static bool is_added_between(const struct rv_graph *g, uint32_t after, uint32_t before) {
  for (uint32_t i = 0; i < g->n; i++) {
    const struct rv_graph_plan *const plan = &g->events[i].plan;
    if ((plan->stamp > after && plan->stamp < before) ||
        (plan->written > after && plan->written < before))
      return true;
  }
  return false;
}

/* Whether this is an unlock, added right after the lock, and no other thread can know of the lock
 * alone: the section has created none. */
static bool ends_empty_section(const struct rv_explorer *x, int32_t at) {
  const struct rv_event *const event = &x->trace.events[at];
  if (event->step.op.kind != RV_OP_UNLOCK || event->index < 2)
    return false;
  const struct rv_thread *const thread = &x->trace.threads[event->step.thread];
  const uint64_t before = thread->positions[event->index - 2];
  const struct rv_event *const lock = &x->trace.events[before];
  const struct rv_graph *const g = rv_graph(x);
  return lock->step.op.kind == RV_OP_LOCK && lock->n_effects == 0 &&
         lock->step.op.access.addr == event->step.op.access.addr &&
         !is_added_between(g, g->events[before].plan.stamp, g->events[at].plan.stamp);
}

/* Whether all that a stuck lock has not seen is the end of such a section. */
static bool has_missed_empty_section(const struct rv_explorer *x,
                                     const struct rv_graph_stuck *stuck) {
  const struct rv_graph *const g = rv_graph(x);
  bool missed = false;
  for (int32_t i = (int32_t)g->n - 1; i >= 0; i--) {
    if (!g->events[i].updates || g->events[i].plan.written <= stuck->until ||
        !rv_graph_conflicts(x, i, &stuck->op))
      continue;
    if (missed || !ends_empty_section(x, i))
      return false;
    missed = true;
  }
  return missed;
}

/* Whether no execution comes of this graph: a thread is stuck before a lock, though a critical
 * section without any events has been left since. The execution in which it goes on is another
 * one. Nothing that can be added here revisits what is older than the stuck lock: it would know of
 * the unlock, which that lock does not. A trylock that fails, and its like, could know of the lock
 * alone. */
static bool is_in_vain(struct rv_explorer *x) {
  const struct rv_graph *const g = rv_graph(x);
  if (rv_fact(x, RV_FACT_LOOKED_AT))
    return false;
  for (uint32_t i = 0; i < g->n_stuck; i++)
    if (g->stuck[i].op.kind == RV_OP_LOCK && rv_graph_is_stuck(x, &g->stuck[i]) &&
        has_missed_empty_section(x, &g->stuck[i]))
      return x->relied = true;
  return false;
}

static bool graph_arrive(struct rv_explorer *x, struct rv_state *state) {
  struct rv_graph *const g = rv_graph(x);
  g->given_up = !is_as_it_must(x);
  const enum follow followed = g->given_up ? FOLLOW_IMPOSSIBLE : follow_plan(x, state);
  g->given_up = followed == FOLLOW_IMPOSSIBLE;
  if (followed != FOLLOW_NOTHING)
    return followed == FOLLOW_PLANNED;
  g->given_up = is_in_vain(x);
  if (g->given_up)
    return false;
  const rv_tid thread = choose_thread(x, state);
  if (thread != RV_NO_THREAD) {
    stand_before(x, thread);
    return plan_alternative(x, state);
  }
  return false;
}

/* Where a thread is stuck and something has changed since, the execution in which it goes on is
 * another one. */
static enum rv_ending graph_ending(struct rv_explorer *x, const struct rv_state *state) {
  struct rv_graph *const g = rv_graph(x);
  g->given_up = !is_as_it_must(x) || follow_plan(x, state) != FOLLOW_NOTHING;
  if (g->given_up)
    return RV_BLOCKED;
  for (uint32_t i = 0; i < g->n_stuck; i++)
    if (rv_graph_is_stuck(x, &g->stuck[i]) && rv_graph_is_stale(x, &g->stuck[i]))
      return RV_BLOCKED;
  return rv_graph_is_repeated(x) ? RV_BLOCKED : RV_COMPLETE;
}

/* --- going back --------------------------------------------------------------------------------
 */

/* An execution has ended, but something is to be done about its last state: that is asked for when
 * the last step is taken back, so there is one more. */
static void ask_about_last_state(struct rv_explorer *x) {
  const struct rv_step nothing = {.op = {.kind = RV_OP_NONE}};
  x->trace.events[x->trace.n].step.thread = 0;
  rv_trace_push(&x->trace, &nothing);
}

/* Those that wait revisit what came before. */
static void graph_ended(struct rv_explorer *x) {
  const struct rv_graph *const g = rv_graph(x);
  if (RV_PART(struct rv_graph_part, rv_present(x))->stand) { /* there is no way to go on */
    ask_about_last_state(x);
    return;
  }
  if (g->given_up || (!x->n_waiting && g->changed == UINT32_MAX))
    return;
  struct rv_graph_stand *const stand = stand_new(x, NULL, 0, x->n_waiting);
  stand->waits = true;
  for (uint32_t i = 0; i < x->n_waiting; i++)
    if (!is_stuck(x, x->waiting[i].thread))
      add_visitor(stand, x->n_waiting, x->waiting[i].thread, &x->waiting[i].op);
  ask_about_last_state(x);
}

static bool revisit(struct rv_explorer *x, struct rv_graph_part *part) {
  struct rv_graph_stand *const stand = part->stand;
  if (stand->news != UINT32_MAX && rv_graph_revisit_anew(x, stand->news, &stand->anew))
    return true;
  for (; part->cursor.by < stand->n_visitors; part->cursor.by++) {
    const struct rv_graph_visitor *const by = &stand->visitors[part->cursor.by];
    if (rv_graph_insert(x, by, &part->cursor) || rv_graph_revisit(x, by, &part->cursor))
      return true;
    part->cursor.target = part->cursor.place = 0;
    part->cursor.before = part->cursor.later = 0;
    if (stand->waits) { /* it has been added: the next one comes after it */
      const uint32_t stamp = rv_graph_next_stamp(rv_graph(x));
      stick(x, by->thread, &by->op, stamp, stamp);
    }
  }
  return false;
}

/* What an ordered operation did decides what it is ordered with; unless it might do something else
 * in another place. */
static void note_made(struct rv_graph_stand *stand, const struct rv_event *done) {
  if (stand->made || stand->n_plans == 0 || done->step.op.kind == RV_OP_NONE)
    return;
  stand->made = true;
  if (rv_graph_kind(&stand->op) != RV_GRAPH_ORDERED || rv_graph_is_either(&stand->op))
    return;
  stand->n_visitors = 0;
  add_visitor(stand, 1, done->step.thread, &done->step.op);
}

static bool graph_again(struct rv_explorer *x, struct rv_state *state,
                        const struct rv_event *done) {
  struct rv_graph *const g = rv_graph(x);
  rv_graph_shrink(g, x->trace.n);
  struct rv_graph_part *part = RV_PART(struct rv_graph_part, state);
  if (part->stand)
    note_made(part->stand, done);
  for (;;) {
    if (part->stand) {
      part->at++;
      if (plan_alternative(x, state))
        return true;
      while (revisit(x, part)) {
        if (follow_plan(x, rv_present(x)) == FOLLOW_PLANNED)
          return true;
        rv_graph_return(x);
      }
      rv_pool_free(&g->pool, part->stand, part->stand->bytes);
      part->stand = NULL;
    }
    if (!g->frame || g->frame->base != x->trace.n)
      return false;
    rv_graph_return(x);
    state = rv_present(x);
    part = RV_PART(struct rv_graph_part, state);
  }
}

const struct rv_strategy rv_strategy_graph = {.name = "graph",
                                              .make = graph_make,
                                              .clear = graph_clear,
                                              .look = graph_look,
                                              .arrive = graph_arrive,
                                              .ending = graph_ending,
                                              .ended = graph_ended,
                                              .again = graph_again};
