/*
 * States above the root of a part (trunk.h), as flat bytes, and the piece that one begins with.
 */
#include <string.h>

#include "core/piece.h"
#include "core/trunk.h"
#include "core/wakeup_bytes.h"

/* --- states of a piece ------------------------------------------------------------------------ */

static void skip_op(struct rv_trunk *trunk, struct rv_reader *from) {
  const uint64_t top = trunk->scratch.top;
  struct rv_op op;
  rv_read_op(from, &op, &trunk->scratch);
  rv_arena_release(&trunk->scratch, top);
}

/* A thread, its choice and what it does. */
static void skip_sleeper(struct rv_trunk *trunk, struct rv_reader *from) {
  rv_read(from);
  rv_read(from);
  skip_op(trunk, from);
}

void rv_trunk_read_state(struct rv_trunk *trunk, struct rv_reader *from,
                         struct rv_flat_state *state) {
  *state = (struct rv_flat_state){.sleepers = rv_read(from), .sleep = from->i};
  for (uint64_t n = state->sleepers; n && !from->bad; n--)
    skip_sleeper(trunk, from);
  state->sleep_end = from->i;
  from->bad |= rv_read(from) != 0; /* guesses */
  state->tree = from->i;
  state->left = rv_skip_tree(from);
  state->tree_end = state->explored = from->i;
  if (rv_read_up_to(from, 1))
    rv_skip_tree(from);
  state->explored_end = state->step = from->i;
  rv_read(from);
  rv_read(from);
  if (rv_read(from))
    skip_op(trunk, from);
  state->step_end = from->i;
}

/* The step's thread, its choice and what it does. */
static void write_step_as_sleeper(struct rv_trunk *trunk, struct rv_bytes *to,
                                  struct rv_reader step) {
  const uint64_t top = trunk->scratch.top;
  const rv_tid thread = (rv_tid)rv_read(&step);
  const uint32_t choice = (uint32_t)rv_read(&step);
  struct rv_op op;
  rv_read(&step);
  rv_read_op(&step, &op, &trunk->scratch);
  rv_write_sleeper(to, thread, choice, &op);
  rv_arena_release(&trunk->scratch, top);
}

static size_t path_begin_of(const struct rv_part *part, uint64_t depth) {
  return depth ? part->ends[depth - 1] : 0;
}

/* --- pieces ----------------------------------------------------------------------------------- */

/* The first state. There sleep who was put to sleep before it was left to the trunk, and the step
 * that was being explored then. Who explores it plans the first branch. */
static void write_first_state(struct rv_trunk *trunk, const struct rv_part *part,
                              struct rv_bytes *to) {
  const struct rv_part *const parent = part->parent;
  const size_t end = parent->ends[part->begin];
  struct rv_reader from = rv_reader(parent->path.at, end);
  struct rv_flat_state state;
  from.i = path_begin_of(parent, part->begin);
  rv_trunk_read_state(trunk, &from, &state);
  rv_write(to, state.sleepers + 1);
  rv_write_bytes(to, parent->path.at + state.sleep, state.sleep_end - state.sleep);
  write_step_as_sleeper(trunk, to, rv_reader(parent->path.at + state.step, end - state.step));
  rv_write(to, 0); /* no guesses */
  rv_write_bytes(to, part->tree.at, part->tree.n);
  rv_write(to, 1); /* what was explored is kept: */
  rv_write(to, 0); /* nothing yet */
  rv_write(to, RV_PLAN_FIRST);
  rv_write(to, 0);
  rv_write(to, 0); /* the step was not made; */
  rv_write_bytes(to, part->late.at, part->late.n);
  rv_write(to, 0); /* this is to be inserted */
}

/* Where no branch is known, what one explorer has found is the tree, as it is. */
static void begin_with_found(struct rv_trunk *trunk, struct rv_part *part) {
  struct rv_reader late = rv_reader(part->late.at, part->late.n);
  struct rv_block first;
  if (part->tree.n > 1 || !late.n || !rv_read_block(&late, &first))
    return;
  part->tree.n = 0;
  rv_write_block(&part->tree, &first);
  rv_write(&part->tree, 0);
  trunk->stats.reversed += first.left;
  part->late.n -= late.i;
  memmove(part->late.at, part->late.at + late.i, part->late.n);
}

void rv_part_make_piece(struct rv_trunk *trunk, struct rv_part *part) {
  const struct rv_part *const parent = part->parent;
  struct rv_bytes *const to = &part->piece;
  rv_write_bytes(&part->path, parent->path.at, path_begin_of(parent, part->begin));
  rv_part_make_room(trunk, part, part->begin);
  for (uint64_t depth = 0; depth < part->begin; depth++)
    part->ends[depth] = parent->ends[depth];
  begin_with_found(trunk, part);
  rv_write_piece_head(to, part->begin + 1, part->begin, part->begin, true,
                      trunk->random + part->id);
  rv_write_stats(to, &(struct rv_stats){0});
  rv_write(to, 0); /* nothing was found */
  rv_write_bytes(to, part->path.at, part->path.n);
  write_first_state(trunk, part, to);
  rv_write(to, 0); /* nothing is awaited */
  rv_part_bytes_free(trunk, &part->tree);
  rv_part_bytes_free(trunk, &part->late);
  part->fresh = false;
}
