#include "core/piece.h"

#include <assert.h>
#include <string.h>

#include "core/dependence.h"
#include "core/exploration.h"
#include "core/strategy.h"

void rv_piece_init(struct rv_piece *piece, const struct rv_memory *memory) {
  rv_pool_init(&piece->pool, memory);
  rv_arena_init(&piece->scratch, memory);
  piece->bytes.pool = piece->found.pool = piece->out.pool = piece->tail.pool = &piece->pool;
}

void rv_piece_clear(struct rv_piece *piece) {
  piece->root = piece->to_follow = piece->guessed = piece->check = piece->awaited = 0;
  piece->member = piece->keeps = piece->untold = piece->misfit = false;
  piece->bytes.n = piece->found.n = piece->out.n = piece->tail.n = 0;
  piece->n_leases = 0;
  piece->follow = (struct rv_reader){0};
}

/* --- leases ----------------------------------------------------------------------------------- */

void rv_lease_add(struct rv_explorer *x, struct rv_lease lease) {
  struct rv_piece *const piece = &x->piece;
  if (piece->n_leases == piece->capacity_leases) {
    const uint32_t capacity = piece->capacity_leases ? 2 * piece->capacity_leases : 64;
    piece->leases =
        rv_pool_widen(&piece->pool, piece->leases, piece->capacity_leases * sizeof *piece->leases,
                      capacity * sizeof *piece->leases);
    piece->capacity_leases = capacity;
  }
  piece->leases[piece->n_leases++] = lease;
}

static struct rv_lease *lease_find(const struct rv_explorer *x, uint64_t depth, rv_tid thread) {
  const struct rv_piece *const piece = &x->piece;
  for (struct rv_lease *lease = piece->leases; lease < piece->leases + piece->n_leases; lease++)
    if (lease->depth == depth && lease->thread == thread)
      return lease;
  return NULL;
}

uint64_t rv_lease_of(const struct rv_explorer *x, uint64_t depth, rv_tid thread) {
  const struct rv_lease *const lease = lease_find(x, depth, thread);
  return lease ? lease->task : 0;
}

static uint64_t lease_remove(struct rv_explorer *x, struct rv_lease *lease) {
  const uint64_t task = lease->task;
  *lease = x->piece.leases[--x->piece.n_leases];
  return task;
}

void rv_lease_plan(struct rv_explorer *x, rv_tid thread) {
  struct rv_lease *const lease = lease_find(x, x->trace.n, thread);
  x->piece.awaited = lease ? lease_remove(x, lease) : 0;
}

/* --- writing --------------------------------------------------------------------------------- */

void rv_write_sleeper(struct rv_bytes *to, rv_tid thread, uint32_t choice, const struct rv_op *op) {
  rv_write(to, thread);
  rv_write(to, choice);
  rv_write_op(to, op);
}

/* How many of those that sleep at a state were put to sleep there. */
static uint32_t count_added(struct rv_explorer *x, uint64_t depth) {
  const uint64_t top = x->arena.top;
  uint32_t n = 0;
  for (const struct rv_sleeper *s = x->states[depth].sleep; s; s = s->next)
    n++;
  if (n && depth) {
    const struct rv_sleeper *s =
        rv_sleep_after(x->states[depth - 1].sleep, &x->trace.events[depth - 1], &x->arena);
    for (; s; s = s->next)
      n--;
  }
  rv_arena_release(&x->arena, top);
  return n;
}

/* The last ones are the first in the list. */
uint32_t rv_write_added(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to, uint32_t more) {
  const uint32_t n = count_added(x, depth);
  rv_write(to, n + more);
  for (uint32_t i = n; i-- > 0;) {
    const struct rv_sleeper *s = x->states[depth].sleep;
    for (uint32_t k = 0; k < i; k++)
      s = s->next;
    rv_write_sleeper(to, s->thread, s->choice, &s->op);
  }
  return n;
}

static uint64_t mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15) ^ (hash >> 29);
}

/* What a step did, in one number; never 0. */
static uint64_t check_of(const struct rv_event *event) {
  const struct rv_op *const op = &event->step.op;
  uint64_t hash = mix(mix(op->kind, event->step.thread), event->step.value);
  for (unsigned i = 0; i < rv_access_count(op); i++) {
    const struct rv_access *const access = rv_access(op, i);
    hash = mix(mix(mix(hash, access->addr), access->size), access->mode);
  }
  return hash | 1;
}

/* A state that was come to and left by the event of its number, which was perhaps not made yet. */
static void write_state(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to, bool leases) {
  const struct rv_event *const event = &x->trace.events[depth];
  rv_write_added(x, depth, to, 0);
  rv_write(to, 0); /* nobody sleeps by a guess */
  x->strategy->split->write(x, depth, to, leases);
  rv_write(to, event->step.thread);
  rv_write(to, event->step.choice);
  rv_write(to, depth < x->trace.n ? check_of(event) : 0);
  if (depth < x->trace.n)
    rv_write_op(to, &event->step.op);
}

void rv_write_piece_head(struct rv_bytes *to, uint64_t states, uint64_t root, uint64_t guessed,
                         bool keeps, uint64_t random) {
  rv_write(to, states);
  rv_write(to, root);
  rv_write(to, guessed);
  rv_write(to, keeps);
  rv_write(to, random);
}

bool rv_explorer_can_be_written(const struct rv_explorer *x) {
  return x->strategy->split && !x->layers[RV_LAYER_SYMMETRY] && !x->layers[RV_LAYER_PROFILE];
}

bool rv_explorer_is_done(const struct rv_explorer *x) {
  return x->exhausted;
}

struct rv_flat rv_explorer_write(struct rv_explorer *x) {
  assert(!x->exhausted);
  struct rv_bytes *const to = &x->piece.out;
  const struct rv_split *const split = x->strategy->split;
  if (x->piece.to_follow) /* it is what was loaded */
    return (struct rv_flat){x->piece.bytes.at, x->piece.bytes.n};
  to->n = 0;
  if (!x->arrived)
    return (struct rv_flat){0};
  rv_write_piece_head(to, x->trace.n + 1, x->piece.root, x->piece.guessed, x->piece.keeps,
                      x->random);
  rv_write_stats(to, &x->stats);
  rv_write(to, x->piece.found.n);
  rv_write_bytes(to, x->piece.found.at, x->piece.found.n);
  for (uint64_t depth = 0; depth <= x->trace.n; depth++)
    write_state(x, depth, to, true);
  split->write_planned(x, to);
  rv_write(to, x->piece.awaited);
  return (struct rv_flat){to->at, to->n};
}

/* The first state with a branch that nobody has, from the root on: what is near the root is large.
 */
struct rv_flat rv_explorer_hand_out(struct rv_explorer *x) {
  struct rv_bytes *const to = &x->piece.out, *const tail = &x->piece.tail;
  const struct rv_split *const split = x->strategy->split;
  struct rv_lease lease = {0};
  for (uint64_t depth = x->piece.root; x->arrived && split->hand_out && depth < x->trace.n;
       depth++) {
    tail->n = to->n = 0;
    const uint64_t states = split->hand_out(x, depth, tail, &lease);
    if (!states)
      continue;
    rv_write_piece_head(to, depth + states, depth + states, depth, false, x->random);
    rv_write_stats(to, &(struct rv_stats){0});
    rv_write(to, 0);
    for (uint64_t i = 0; i < depth; i++)
      write_state(x, i, to, false);
    rv_write_bytes(to, tail->at, tail->n);
    rv_lease_add(x, lease);
    return (struct rv_flat){to->at, to->n};
  }
  return (struct rv_flat){0};
}

void rv_explorer_handed(struct rv_explorer *x, uint64_t task) {
  struct rv_piece *const piece = &x->piece;
  if (task)
    piece->leases[piece->n_leases - 1].task = task;
  else
    piece->n_leases--;
  piece->member |= task != 0;
}

/* --- following ------------------------------------------------------------------------------- */

void rv_explorer_load(struct rv_explorer *x, struct rv_flat flat) {
  rv_explorer_clear(x);
  struct rv_piece *const piece = &x->piece;
  if (!flat.n)
    return;
  rv_write_bytes(&piece->bytes, flat.at, flat.n);
  struct rv_reader *const from = &piece->follow;
  *from = rv_reader(piece->bytes.at, piece->bytes.n);
  piece->to_follow = rv_read_up_to(from, x->trace.capacity + 1);
  piece->root = rv_read_up_to(from, piece->to_follow);
  piece->guessed = rv_read_up_to(from, piece->root);
  piece->keeps = rv_read_up_to(from, 1);
  x->random = rv_read(from);
  rv_read_stats(from, &x->stats);
  const uint64_t n = rv_read(from);
  const struct rv_reader found = rv_read_part(from, n);
  rv_write_bytes(&piece->found, found.at, found.n);
  piece->member = piece->root > 0;
  piece->misfit = from->bad || !piece->to_follow;
}

static void read_sleeper(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from) {
  struct rv_event made = {.step.thread = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1)};
  made.step.choice = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  rv_read_op(from, &made.step.op, &x->arena);
  made.footprint = rv_footprint(&made.step.op);
  if (!from->bad)
    state->sleep = rv_sleep_add(state->sleep, &made, &x->arena);
}

/* A thread that will have been explored before, and what it is about to do. */
static void read_guess(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from) {
  struct rv_event made = {.step.thread = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1)};
  if (from->bad || !rv_bit(state->enabled, state->words, made.step.thread)) {
    from->bad = true;
    return;
  }
  made.step.op = *x->system->next(x->system->self, made.step.thread);
  made.footprint = rv_footprint(&made.step.op);
  state->sleep = rv_sleep_add(state->sleep, &made, &x->arena);
}

static void skip_op(struct rv_explorer *x, struct rv_reader *from) {
  const uint64_t top = x->piece.scratch.top;
  struct rv_op op;
  rv_read_op(from, &op, &x->piece.scratch);
  rv_arena_release(&x->piece.scratch, top);
}

void rv_piece_follow(struct rv_explorer *x, struct rv_state *state) {
  struct rv_piece *const piece = &x->piece;
  struct rv_reader *const from = &piece->follow;
  for (uint64_t n = rv_read(from); n && !from->bad; n--)
    read_sleeper(x, state, from);
  for (uint64_t n = rv_read(from); n && !from->bad; n--)
    read_guess(x, state, from);
  if (!from->bad)
    x->strategy->split->read(x, state, from);
  const rv_tid thread = (rv_tid)rv_read_up_to(from, RV_PLAN_FIRST);
  const uint32_t choice = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  piece->check = rv_read(from);
  if (piece->check)
    skip_op(x, from);
  piece->to_follow--;
  if (!piece->to_follow && !from->bad) {
    x->strategy->split->read_planned(x, from);
    piece->awaited = rv_read(from);
    piece->member |= piece->awaited || piece->n_leases;
  }
  const bool first = thread == RV_PLAN_FIRST && piece->keeps && !piece->to_follow;
  const bool can = !from->bad && (first ? x->strategy->split->begin(x, state)
                                        : rv_bit(state->enabled, state->words, thread));
  from->bad |= !can && !first && piece->keeps;
  piece->misfit = !can;
  if (!piece->misfit && !first)
    rv_plan(x, thread, choice);
  state->arena_top = x->arena.top;
}

bool rv_piece_is_repeated(const struct rv_explorer *x) {
  const uint64_t check = x->piece.check;
  return !check || check == check_of(&x->trace.events[x->trace.n - 1]);
}

uint64_t rv_explorer_awaits(const struct rv_explorer *x) {
  return x->piece.awaited;
}

void rv_explorer_explore_awaited(struct rv_explorer *x) {
  x->piece.awaited = 0;
}
