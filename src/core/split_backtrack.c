/*
 * Backtrack sets in pieces (piece.h): what is handed out is the next thread that will be explored
 * from a state, as far as that is known. If the set gets another member that comes before it, the
 * guess was wrong.
 */
#include "core/backtrack.h"
#include "core/bitset.h"
#include "core/exploration.h"
#include "core/order.h"
#include "core/strategy.h"

static void write_set(struct rv_bytes *to, const uint64_t *set, size_t words) {
  for (size_t i = 0; i < words; i++)
    rv_write(to, set[i]);
}

static void read_set(struct rv_reader *from, uint64_t *set, size_t words, const uint64_t *within) {
  for (size_t i = 0; i < words; i++) {
    set[i] = rv_read(from);
    from->bad |= (set[i] & ~within[i]) != 0;
  }
}

static void write_sets(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to) {
  const struct rv_state *const state = &x->states[depth];
  rv_write(to, state->words);
  write_set(to, rv_backtrack(state)->set, state->words);
  write_set(to, rv_backtrack(state)->done, state->words);
}

static void backtrack_write(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to,
                            bool leases) {
  const struct rv_piece *const piece = &x->piece;
  uint32_t n = 0;
  write_sets(x, depth, to);
  for (uint32_t i = 0; leases && i < piece->n_leases; i++)
    n += piece->leases[i].depth == depth;
  rv_write(to, n);
  for (uint32_t i = 0; n && i < piece->n_leases; i++)
    if (piece->leases[i].depth == depth) {
      rv_write(to, piece->leases[i].thread);
      rv_write(to, piece->leases[i].task);
    }
}

static void backtrack_read(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from) {
  rv_backtrack_arrive(x, state);
  const struct rv_backtrack *const sets = rv_backtrack(state);
  from->bad |= rv_read(from) != state->words;
  if (from->bad)
    return;
  read_set(from, sets->set, state->words, state->enabled);
  read_set(from, sets->done, state->words, state->enabled);
  for (uint64_t n = rv_read(from); n && !from->bad; n--) {
    struct rv_lease lease = {.depth = (uint64_t)(state - x->states)};
    lease.thread = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1);
    lease.task = rv_read(from);
    if (lease.task)
      rv_lease_add(x, lease);
  }
}

static void backtrack_write_planned(struct rv_explorer *x, struct rv_bytes *to) {
  (void)x;
  (void)to;
}

static void backtrack_read_planned(struct rv_explorer *x, struct rv_reader *from) {
  (void)x;
  (void)from;
}

/* The members that are left, in the order in which they will be explored, up to the first that
 * nobody has; RV_NO_THREAD: all are taken. */
static rv_tid next_to_hand_out(struct rv_explorer *x, uint64_t depth, rv_tid *before,
                               uint32_t *n_before) {
  struct rv_state *const state = &x->states[depth];
  const struct rv_backtrack *const sets = rv_backtrack(state);
  uint64_t *const left = rv_arena_alloc(&x->piece.scratch, state->words * sizeof *left);
  for (size_t i = 0; i < state->words; i++)
    left[i] = sets->set[i] & ~sets->done[i];
  rv_sleep_remove(state->sleep, left, state->words);
  *n_before = 0;
  for (;;) {
    const rv_tid thread = rv_pick_at(x, depth, left, state->words);
    if (thread == RV_NO_THREAD || !rv_lease_of(x, depth, thread))
      return thread;
    before[(*n_before)++] = thread;
    rv_bit_remove(left, thread);
  }
}

static void write_handed(struct rv_explorer *x, uint64_t depth, rv_tid thread, const rv_tid *before,
                         uint32_t n_before, struct rv_bytes *to) {
  const struct rv_event *const now = &x->trace.events[depth];
  const bool sleeps = x->strategy->sleep;
  rv_write_added(x, depth, to, sleeps);
  if (sleeps)
    rv_write_sleeper(to, now->step.thread, now->step.choice, &now->step.op);
  rv_write(to, sleeps ? n_before : 0);
  for (uint32_t i = 0; sleeps && i < n_before; i++)
    rv_write(to, before[i]);
  write_sets(x, depth, to);
  rv_write(to, 0);
  rv_write(to, thread);
  rv_write(to, 0);
  rv_write(to, 0);
  rv_write(to, 0); /* nothing is awaited */
}

/* A choice that is being made comes first with its other values. */
static uint64_t backtrack_hand_out(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to,
                                   struct rv_lease *lease) {
  const struct rv_replay *const now = &x->trace.events[depth].step;
  if (now->op.kind == RV_OP_CHOOSE && now->choice + 1 < now->op.choices)
    return 0;
  const uint64_t top = x->piece.scratch.top;
  const size_t threads = x->states[depth].words * 64;
  rv_tid *const before = rv_arena_alloc(&x->piece.scratch, threads * sizeof *before);
  uint32_t n_before;
  const rv_tid thread = next_to_hand_out(x, depth, before, &n_before);
  if (thread != RV_NO_THREAD) {
    write_handed(x, depth, thread, before, n_before, to);
    *lease = (struct rv_lease){.depth = depth, .thread = thread};
  }
  rv_arena_release(&x->piece.scratch, top);
  return thread != RV_NO_THREAD;
}

/* --- found above the root --------------------------------------------------------------------- */

static bool is_among(rv_tid thread, const rv_tid *among, uint32_t n) {
  uint32_t i = 0;
  while (i < n && among[i] != thread)
    i++;
  return i < n;
}

/* Whether the next thing that was found asks for one of some of these threads, at the same state:
 * once that is so, it stays so. Which of them was chosen says nothing: where the search has come to
 * by then, another one may be there. */
static bool is_asked_for(struct rv_reader *from, uint64_t depth, bool sleep_counts,
                         const rv_tid *among, uint32_t n) {
  bool covers = rv_read(from) == depth;
  covers &= rv_read(from) <= sleep_counts;
  rv_read(from);
  for (uint64_t left = rv_read(from); left; left--)
    covers &= is_among((rv_tid)rv_read(from), among, n);
  return covers;
}

void rv_backtrack_above(struct rv_explorer *x, const struct rv_state *state, bool sleep_counts,
                        rv_tid chosen, const rv_tid *among, uint32_t n) {
  struct rv_bytes *const found = &x->piece.found;
  const uint64_t depth = (uint64_t)(state - x->states);
  struct rv_reader before = rv_reader(found->at, found->n);
  while (before.i < before.n && !before.bad)
    if (is_asked_for(&before, depth, sleep_counts, among, n))
      return;
  rv_write(found, depth);
  rv_write(found, sleep_counts);
  rv_write(found, chosen);
  rv_write(found, n);
  for (uint32_t i = 0; i < n; i++)
    rv_write(found, among[i]);
}

static bool backtrack_apply(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from) {
  const uint64_t top = x->piece.scratch.top;
  const bool sleep_counts = rv_read_up_to(from, 1);
  const rv_tid chosen = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1);
  const uint32_t n = (uint32_t)rv_read_up_to(from, RV_MAX_THREADS);
  rv_tid *const among = rv_arena_alloc(&x->piece.scratch, n * sizeof *among);
  uint64_t *const set = rv_backtrack(state)->set;
  bool there = false;
  for (uint32_t i = 0; i < n; i++) {
    among[i] = (rv_tid)rv_read_up_to(from, RV_MAX_THREADS - 1);
    there |=
        rv_bit(set, state->words, among[i]) || (sleep_counts && rv_sleeps(state->sleep, among[i]));
  }
  const bool above = state < &x->states[x->piece.root];
  const bool new = !there && !from->bad &&rv_bit(state->enabled, state->words, chosen);
  if (new &&above)
    rv_backtrack_above(x, state, sleep_counts, chosen, among, n);
  else if (new)
    rv_bit_add(set, chosen);
  rv_arena_release(&x->piece.scratch, top);
  return new && !above;
}

const struct rv_split rv_split_backtrack = {.write = backtrack_write,
                                            .read = backtrack_read,
                                            .write_planned = backtrack_write_planned,
                                            .read_planned = backtrack_read_planned,
                                            .hand_out = backtrack_hand_out,
                                            .apply = backtrack_apply};
