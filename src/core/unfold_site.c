#include "core/unfold_site.h"

#include <string.h>

#include "core/dependence.h"
#include "core/probe.h"
#include "core/seen.h"

bool rv_op_varies(const struct rv_op *op) {
  return op->kind == RV_OP_TRYLOCK || op->kind == RV_OP_AWAIT ||
         op->flags & (RV_OP_COMPARES | RV_OP_VARIES);
}

void rv_op_set_modes(struct rv_op *op, uint32_t mode, struct rv_arena *arena) {
  struct rv_op copy;
  rv_op_copy(&copy, op, arena);
  struct rv_access *const more = (struct rv_access *)copy.more;
  copy.access.mode = mode;
  for (unsigned i = 0; i < copy.more_count; i++)
    more[i].mode = mode;
  *op = copy;
}

static void settle(struct rv_explorer *x, struct rv_site *site) {
  struct rv_op *const op = &site->op;
  site->varies = rv_op_varies(op);
  site->blocks = op->kind == RV_OP_LOCK || op->kind == RV_OP_AWAIT;
  if (op->kind == RV_OP_TRYLOCK)
    op->flags &= (uint8_t)~RV_OP_FAILED;
  if (op->flags & (RV_OP_COMPARES | RV_OP_VARIES))
    rv_op_set_modes(op, RV_READ | RV_WRITE, &x->hb.arena);
  if (op->kind != RV_OP_AWAIT)
    return;
  const uint64_t until = site->made ? (uint64_t)(site->made - x->trace.events) : x->trace.n;
  for (const struct rv_seen *s = rv_awaits_at(&x->states[until]); s; s = s->next)
    if (s->thread == site->thread)
      rv_accesses_add(op, &s->op, &x->hb.arena);
}

struct rv_site rv_site_made(struct rv_explorer *x, const struct rv_event *made) {
  struct rv_site site = {.thread = made->step.thread,
                         .events = made->index - 1,
                         .made = made,
                         .knows = made->before,
                         .op = made->step.op};
  settle(x, &site);
  return site;
}

struct rv_site rv_site_waiting(struct rv_explorer *x, const struct rv_waiting *waiting) {
  const struct rv_thread *const thread = &x->trace.threads[waiting->thread];
  struct rv_site site = {.thread = waiting->thread,
                         .events = thread->known,
                         .knows = thread->current,
                         .op = waiting->op};
  settle(x, &site);
  return site;
}

/* --- what is new --------------------------------------------------------------------------------
 */

static struct rv_mark *mark_of(struct rv_unfold *u, const struct rv_site *site) {
  struct rv_marks *const marks = &u->marks[site->thread];
  while (site->events >= marks->capacity) {
    const uint32_t capacity = marks->capacity ? 2 * marks->capacity : 16;
    marks->at = rv_pool_widen(&u->pool, marks->at, marks->capacity * sizeof *marks->at,
                              capacity * sizeof *marks->at);
    memset(marks->at + marks->capacity, 0, (capacity - marks->capacity) * sizeof *marks->at);
    marks->capacity = capacity;
  }
  return &marks->at[site->events];
}

/* The shortest that the trace has been since an execution. */
static uint64_t shortest_since(const struct rv_unfold *u, uint64_t execution) {
  uint64_t low = 0, high = u->n_floors;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (u->floors[middle].execution > execution)
      high = middle;
    else
      low = middle + 1;
  }
  return low < u->n_floors ? u->floors[low].length : UINT64_MAX;
}

uint64_t rv_site_seen(struct rv_explorer *x, const struct rv_site *site) {
  struct rv_unfold *const u = x->own;
  struct rv_mark *const mark = mark_of(u, site);
  const uint64_t floor = shortest_since(u, mark->execution);
  uint64_t seen = mark->length < floor ? mark->length : floor;
  mark->execution = u->execution;
  mark->length = x->trace.n;
  mark->several |= site->varies && site->op.more_count;
  /* Where it stood then is not where it stands if it knows what is new. */
  if (!seen || mark->several ||
      rv_clock_complete(site->knows, site->thread, site->events, &x->trace) > seen)
    return 0;
  return seen;
}

/* --- what it does ----------------------------------------------------------------------------- */

/* Runs what the clock knows of the trace, in its order. */
static bool run_history(struct rv_explorer *x, const struct rv_site *site,
                        const struct rv_clock *knows) {
  struct rv_step step = {0};
  bool on_trace = true;
  for (uint64_t i = 0; i < x->trace.n; i++) {
    const struct rv_event *const event = &x->trace.events[i];
    const rv_tid thread = event->step.thread;
    const bool in =
        event->index <= (thread == site->thread ? site->events : rv_clock_at(knows, thread));
    if (on_trace && !in) {
      on_trace = false;
      if (!rv_probe_from(x, i))
        return false;
    }
    if (on_trace || !in)
      continue;
    if (!rv_probe_step(x, thread, event->step.choice, &step))
      return false;
    x->stats.replayed++;
  }
  return !on_trace || rv_probe_from(x, x->trace.n);
}

/* Asks the system what the operation does. */
static enum rv_outcome probe(struct rv_explorer *x, struct rv_site *site,
                             const struct rv_clock *knows, struct rv_op *op) {
  const struct rv_system *const system = x->system;
  enum rv_outcome outcome = RV_SITE_BLOCKED;
  if (run_history(x, site, knows)) {
    struct rv_step step = {0};
    const bool made = rv_probe_step(x, site->thread, 0, &step);
    rv_op_copy(op, made ? &step.op : system->next(system->self, site->thread), &x->hb.arena);
    outcome = made ? RV_SITE_MADE : RV_SITE_BLOCKED;
  }
  rv_probe_end(x);
  return outcome;
}

/* Where the history is that of an event, that one tells what is done. */
static enum rv_outcome ask(struct rv_explorer *x, struct rv_site *site,
                           const struct rv_clock *knows, struct rv_op *op) {
  struct rv_unfold *const u = x->own;
  const uint32_t n = rv_unfold_history(x, knows, site->thread, site->events);
  const struct rv_prime *const there = rv_prime_find(&u->primes, site->thread, 0, u->vector, n);
  enum rv_outcome outcome = RV_SITE_MADE;
  if (there)
    *op = there->op;
  else
    outcome = probe(x, site, knows, op);
  if (!rv_accesses_add(&site->op, op, &x->hb.arena))
    return outcome;
  if (site->op.flags & RV_OP_VARIES)
    rv_op_set_modes(&site->op, RV_READ | RV_WRITE, &x->hb.arena);
  mark_of(u, site)->several = true;
  return RV_SITE_READS_MORE;
}

/* What else happens to a mutex does not tell whether it is held: it may be taken or given back by
 * an atomic block, or taken with others by an await. */
static bool is_of_mutex(const struct rv_op *op) {
  return op->kind == RV_OP_LOCK || op->kind == RV_OP_TRYLOCK || op->kind == RV_OP_UNLOCK;
}

/* A mutex is held where the last that happened to it is that somebody got it. */
static enum rv_outcome try_mutex(const struct rv_event *last, struct rv_op *op) {
  const bool held = last && rv_class_of(&last->step.op, &last->step.op.access) == RV_CLASS_ACQUIRE;
  if (held && op->kind == RV_OP_LOCK)
    return RV_SITE_BLOCKED;
  if (held)
    op->flags |= RV_OP_FAILED;
  return RV_SITE_MADE;
}

static uint64_t low_bytes(uint64_t value, uint32_t size) {
  return size < 8 ? value & ((UINT64_C(1) << 8 * size) - 1) : value;
}

/* What a compare-and-swap finds is what the next event that changes the same bytes has replaced.
 * False if that is not known. */
static bool compare(const struct rv_site *site, const struct rv_cut *cut, struct rv_op *op) {
  const struct rv_event *const next = cut->next ? cut->next : site->made;
  const struct rv_op *const other = &next->step.op;
  const uint32_t size = op->access.size;
  const bool replaced_known = other->access.mode & RV_READ || other->flags & RV_OP_REPLACED;
  if (!cut->is_prefix || !replaced_known || size > 8 || op->more_count || other->more_count ||
      other->access.addr != op->access.addr || other->access.size != size)
    return false;
  if (low_bytes(next->step.value, size) != low_bytes(site->made->expected, size))
    op->access.mode = RV_READ;
  return true;
}

enum rv_outcome rv_site_outcome(struct rv_explorer *x, struct rv_site *site,
                                const struct rv_cut *cut, const struct rv_clock *knows,
                                struct rv_op *op) {
  *op = site->op;
  const bool mutex = op->kind == RV_OP_LOCK || op->kind == RV_OP_TRYLOCK;
  if (mutex && (!cut->last || is_of_mutex(&cut->last->step.op)))
    return try_mutex(cut->last, op);
  if (!mutex && !site->varies)
    return RV_SITE_MADE;
  if (op->flags & RV_OP_COMPARES && compare(site, cut, op))
    return RV_SITE_MADE;
  return ask(x, site, knows, op);
}
