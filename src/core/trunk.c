#include "core/trunk.h"

#include <assert.h>
#include <string.h>

#include "core/piece.h"
#include "core/team.h"
#include "core/wakeup_bytes.h"

void rv_trunk_init(struct rv_trunk *trunk, const struct rv_memory *memory) {
  *trunk = (struct rv_trunk){.memory = *memory};
  rv_pool_init(&trunk->pool, &trunk->memory);
  rv_arena_init(&trunk->scratch, &trunk->memory);
  rv_trunk_clear(trunk);
}

void rv_trunk_clear(struct rv_trunk *trunk) {
  rv_pool_clear(&trunk->pool);
  rv_arena_release(&trunk->scratch, 0);
  trunk->answer = (struct rv_bytes){.pool = &trunk->pool};
  trunk->parts = NULL;
  trunk->end = &trunk->parts;
  trunk->ready = trunk->out = NULL;
  trunk->last = trunk->depths = trunk->n_ready = trunk->n_out = trunk->workers = 0;
  trunk->stats = (struct rv_stats){0};
  trunk->done = trunk->bad = false;
}

static void *widen(struct rv_trunk *trunk, void *array, uint64_t n, uint64_t wider, size_t size) {
  char *const at = rv_pool_widen(&trunk->pool, array, n * size, wider * size);
  memset(at + n * size, 0, (wider - n) * size);
  return at;
}

/* --- parts ------------------------------------------------------------------------------------ */

struct rv_part *rv_part_new(struct rv_trunk *trunk, struct rv_part *parent, uint64_t begin) {
  struct rv_part *const part = rv_pool_alloc(&trunk->pool, sizeof *part);
  *part = (struct rv_part){.id = ++trunk->last,
                           .parent = parent,
                           .begin = begin,
                           .root = begin,
                           .link = trunk->end,
                           .piece.pool = &trunk->pool,
                           .tree.pool = &trunk->pool,
                           .late.pool = &trunk->pool,
                           .path.pool = &trunk->pool,
                           .explored.pool = &trunk->pool};
  *trunk->end = part;
  trunk->end = &part->next;
  if (parent)
    parent->parts[begin - parent->begin] = part;
  return part;
}

void rv_part_bytes_free(struct rv_trunk *trunk, struct rv_bytes *bytes) {
  if (bytes->at)
    rv_pool_free(&trunk->pool, bytes->at, bytes->capacity);
  *bytes = (struct rv_bytes){.pool = &trunk->pool};
}

void rv_part_free(struct rv_trunk *trunk, struct rv_part *part) {
  if (part->room) {
    rv_pool_free(&trunk->pool, part->ends, part->room * sizeof *part->ends);
    rv_pool_free(&trunk->pool, part->explored_ends, part->room * sizeof *part->explored_ends);
    rv_pool_free(&trunk->pool, part->parts, part->room * sizeof *part->parts);
  }
  rv_part_bytes_free(trunk, &part->piece);
  rv_part_bytes_free(trunk, &part->tree);
  rv_part_bytes_free(trunk, &part->late);
  rv_part_bytes_free(trunk, &part->path);
  rv_part_bytes_free(trunk, &part->explored);
  *part->link = part->next;
  if (part->next)
    part->next->link = part->link;
  else
    trunk->end = part->link;
  rv_pool_free(&trunk->pool, part, sizeof *part);
}

void rv_part_is_ready(struct rv_trunk *trunk, struct rv_part *part) {
  if (part->begin >= trunk->depths) {
    const uint64_t depths = 2 * part->begin + 64;
    trunk->ready = widen(trunk, trunk->ready, trunk->depths, depths, sizeof *trunk->ready);
    trunk->depths = depths;
  }
  part->state = RV_PART_READY;
  part->listed = true;
  part->next_ready = trunk->ready[part->begin];
  trunk->ready[part->begin] = part;
  trunk->n_ready++;
}

/* A part goes out with all that was explored of its tree. Where that is large, there should be so
 * much new in it that this is worth it. */
static bool is_worth_it(const struct rv_part *part) {
  enum { SMALL = 1 << 14, MORE = 16 }; /* bytes; of them, how many may go out with a new one */
  return part->fresh || part->tree.n <= SMALL || MORE * part->late.n >= part->tree.n;
}

/* Something of it is to be explored, for the first time or once more. */
static void part_is_open(struct rv_trunk *trunk, struct rv_part *part) {
  part->open = 1;
  part->state = RV_PART_READY;
  if (part->parent)
    part->parent->open++;
  if (is_worth_it(part))
    rv_part_is_ready(trunk, part);
}

void rv_part_make_room(struct rv_trunk *trunk, struct rv_part *part, uint64_t states) {
  if (states <= part->room)
    return;
  const uint64_t room = 2 * states;
  part->ends = widen(trunk, part->ends, part->room, room, sizeof *part->ends);
  part->explored_ends =
      widen(trunk, part->explored_ends, part->room, room, sizeof *part->explored_ends);
  part->parts = widen(trunk, part->parts, part->room, room, sizeof *part->parts);
  part->room = room;
}

void rv_trunk_begin(struct rv_trunk *trunk, uint64_t seed) {
  trunk->random = seed;
  part_is_open(trunk, rv_part_new(trunk, NULL, 0));
}

static struct rv_part *part_of(const struct rv_trunk *trunk, uint32_t worker) {
  return worker < trunk->workers ? trunk->out[worker] : NULL;
}

bool rv_trunk_is_busy(const struct rv_trunk *trunk, uint32_t worker) {
  return part_of(trunk, worker) != NULL;
}

/* --- a part for a worker ---------------------------------------------------------------------- */

static struct rv_part *first_ready(struct rv_trunk *trunk) {
  for (uint64_t depth = 0; trunk->n_ready && depth < trunk->depths; depth++) {
    struct rv_part *const part = trunk->ready[depth];
    if (!part)
      continue;
    trunk->ready[depth] = part->next_ready;
    trunk->n_ready--;
    return part;
  }
  return NULL;
}

/* If nobody has anything, one that is not worth it. */
static struct rv_part *any_ready(const struct rv_trunk *trunk) {
  struct rv_part *part = trunk->n_out ? NULL : trunk->parts;
  while (part && part->state != RV_PART_READY)
    part = part->next;
  return part;
}

/* What begins near the initial state is large. */
const struct rv_part *rv_trunk_take(struct rv_trunk *trunk, uint32_t worker,
                                    struct rv_flat *piece) {
  struct rv_part *part = first_ready(trunk);
  if (!part)
    part = any_ready(trunk);
  if (!part)
    return NULL;
  if (worker >= trunk->workers) {
    trunk->out = widen(trunk, trunk->out, trunk->workers, 2 * worker + 16, sizeof *trunk->out);
    trunk->workers = 2 * worker + 16;
  }
  assert(!trunk->out[worker]);
  trunk->out[worker] = part;
  trunk->n_out++;
  part->state = RV_PART_OUT;
  part->listed = false;
  part->worker = worker;
  if (part->parent && !part->piece.n)
    rv_part_make_piece(trunk, part);
  *piece = (struct rv_flat){part->piece.at, part->piece.n};
  return part;
}

/* --- what a part finds ------------------------------------------------------------------------ */

/* Something is to be explored from a state above the root of a part. */
static void found_above(struct rv_trunk *trunk, struct rv_part *part, uint64_t depth,
                        struct rv_reader found) {
  while (depth < part->begin)
    part = part->parent;
  struct rv_part *to = part->parts[depth - part->begin];
  const bool new = !to;
  if (new) {
    to = rv_part_new(trunk, part, depth);
    rv_write(&to->tree, 0);
  }
  rv_write_bytes(&to->late, found.at, found.n);
  if (new || to->state == RV_PART_KEPT)
    part_is_open(trunk, to);
  else if (to->state == RV_PART_READY && !to->listed && is_worth_it(to))
    rv_part_is_ready(trunk, to);
}

/* All that one has found: of each state its depth, from 1, and a tree. At the end, or a 0. */
static void take_found(struct rv_trunk *trunk, struct rv_part *part, struct rv_reader *from) {
  uint64_t depth;
  while (from->i < from->n && (depth = rv_read_up_to(from, part->root)) && !from->bad) {
    const struct rv_reader nodes = rv_read_part(from, rv_read(from));
    if (!from->bad)
      found_above(trunk, part, depth - 1, nodes);
  }
  trunk->bad |= from->bad;
}

void rv_trunk_found(struct rv_trunk *trunk, uint32_t worker, struct rv_flat found) {
  struct rv_part *const part = part_of(trunk, worker);
  struct rv_reader from = rv_reader(found.at, found.n);
  if (part)
    take_found(trunk, part, &from);
}

/* --- splitting -------------------------------------------------------------------------------- */

/* To the first state of a piece. */
static uint64_t read_piece_head(struct rv_reader *from) {
  struct rv_stats stats;
  const uint64_t states = rv_read(from);
  for (unsigned i = 1; i < RV_PIECE_HEAD; i++)
    rv_read(from);
  rv_read_stats(from, &stats);
  rv_read_part(from, rv_read(from));
  return states;
}

/* The state behind the last one that is to be left, for so many parts; 0: there are none. */
static uint64_t new_root(struct rv_trunk *trunk, uint64_t root, struct rv_flat piece,
                         uint64_t wanted) {
  struct rv_reader from = rv_reader(piece.at, piece.n);
  const uint64_t states = read_piece_head(&from);
  uint64_t parts = 0, new = 0;
  for (uint64_t depth = 0; depth + 1 < states && parts < wanted && !from.bad; depth++) {
    struct rv_flat_state state;
    rv_trunk_read_state(trunk, &from, &state);
    if (depth >= root && state.left) {
      parts++;
      new = depth + 1;
    }
  }
  trunk->bad |= from.bad;
  return from.bad ? 0 : new;
}

/* What comes after the step from there becomes a part. */
static void leave_state(struct rv_trunk *trunk, struct rv_part *part, const unsigned char *bytes,
                        const struct rv_flat_state *state) {
  struct rv_bytes *const to = &part->path;
  const uint64_t depth = part->root++, i = depth - part->begin;
  rv_part_make_room(trunk, part, part->root);
  rv_write(to, state->sleepers);
  rv_write_bytes(to, bytes + state->sleep, state->sleep_end - state->sleep);
  rv_write(to, 0);
  rv_write(to, 0);
  rv_write(to, 0);
  rv_write_bytes(to, bytes + state->step, state->step_end - state->step);
  part->ends[depth] = to->n;
  rv_write_bytes(&part->explored, bytes + state->explored, state->explored_end - state->explored);
  part->explored_ends[i] = part->explored.n;
  part->parts[i] = NULL;
  if (state->tree_end == state->tree + 1) /* an empty one */
    return;
  struct rv_part *const rest = rv_part_new(trunk, part, depth);
  rv_write_bytes(&rest->tree, bytes + state->tree, state->tree_end - state->tree);
  rest->fresh = state->left;
  if (rest->fresh)
    part_is_open(trunk, rest);
  else
    rest->state = RV_PART_KEPT;
}

static void set_bytes(struct rv_bytes *to, struct rv_flat flat) {
  to->n = 0;
  rv_write_bytes(to, flat.at, flat.n);
}

/* A piece with its root moved down. */
static void set_piece(struct rv_part *part, struct rv_flat piece) {
  struct rv_reader from = rv_reader(piece.at, piece.n);
  const uint64_t states = rv_read(&from);
  rv_read(&from);
  rv_read(&from);
  const bool keeps = rv_read(&from);
  part->piece.n = 0;
  rv_write_piece_head(&part->piece, states, part->root, part->root, keeps, rv_read(&from));
  rv_write_bytes(&part->piece, piece.at + from.i, piece.n - from.i);
}

uint64_t rv_trunk_split(struct rv_trunk *trunk, uint32_t worker, struct rv_flat piece,
                        uint64_t wanted) {
  struct rv_part *const part = part_of(trunk, worker);
  const uint64_t root = part ? new_root(trunk, part->root, piece, wanted) : 0;
  if (!root)
    return 0;
  struct rv_reader from = rv_reader(piece.at, piece.n);
  read_piece_head(&from);
  for (uint64_t depth = 0; depth < root; depth++) {
    struct rv_flat_state state;
    rv_trunk_read_state(trunk, &from, &state);
    if (depth >= part->root)
      leave_state(trunk, part, piece.at, &state);
  }
  set_piece(part, piece);
  return root;
}

/* --- its end ---------------------------------------------------------------------------------- */

static struct rv_part *take_back(struct rv_trunk *trunk, uint32_t worker) {
  struct rv_part *const part = part_of(trunk, worker);
  if (part) {
    trunk->out[worker] = NULL;
    trunk->n_out--;
  }
  return part;
}

void rv_trunk_put_aside(struct rv_trunk *trunk, uint32_t worker, struct rv_flat piece) {
  struct rv_part *const part = take_back(trunk, worker);
  if (!part)
    return;
  set_bytes(&part->piece, piece);
  rv_part_is_ready(trunk, part);
}

/* One part of it is done, or its own exploration is. When nothing is open any more, the part itself
 * is done. */
static void part_has_less(struct rv_trunk *trunk, struct rv_part *part) {
  while (part && --part->open == 0) {
    struct rv_part *const parent = part->parent;
    if (!parent) {
      rv_part_free_parts(trunk, part);
      rv_part_free(trunk, part);
      trunk->done = true;
      return;
    }
    rv_part_keep(trunk, part);
    if (part->late.n)
      part_is_open(trunk, part);
    part = parent;
  }
}

void rv_trunk_explored(struct rv_trunk *trunk, uint32_t worker, struct rv_flat result) {
  struct rv_part *const part = take_back(trunk, worker);
  struct rv_stats stats;
  if (!part)
    return;
  struct rv_reader from = rv_reader(result.at, result.n);
  const uint64_t verdict = rv_read_up_to(&from, RV_RESULT_BAD);
  rv_read_stats(&from, &stats);
  take_found(trunk, part, &from);
  trunk->bad |= verdict == RV_RESULT_BAD;
  if (!trunk->bad)
    rv_stats_add(&trunk->stats, &stats);
  set_bytes(&part->tree, (struct rv_flat){result.at + from.i, result.n - from.i});
  part->state = RV_PART_EXPLORED;
  rv_part_bytes_free(trunk, &part->piece);
  part_has_less(trunk, part);
}

void rv_trunk_lost(struct rv_trunk *trunk, uint32_t worker) {
  struct rv_part *const part = take_back(trunk, worker);
  if (part)
    rv_part_is_ready(trunk, part);
}

void rv_trunk_stats(const struct rv_trunk *trunk, struct rv_stats *stats) {
  rv_stats_add(stats, &trunk->stats);
  for (const struct rv_part *part = trunk->parts; part; part = part->next) {
    struct rv_stats own;
    if (part->state == RV_PART_READY && part->piece.n &&
        rv_piece_stats((struct rv_flat){part->piece.at, part->piece.n}, false, &own))
      rv_stats_add(stats, &own);
  }
}
