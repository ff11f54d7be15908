/*
 * A trunk (trunk.h) as flat bytes, with what is left of all its parts.
 */
#include <assert.h>

#include "core/piece.h"
#include "core/trunk.h"
#include "core/wakeup_bytes.h"

/* --- writing ---------------------------------------------------------------------------------- */

static void write_flat(struct rv_bytes *to, const struct rv_bytes *bytes) {
  rv_write(to, bytes->n);
  rv_write_bytes(to, bytes->at, bytes->n);
}

static void write_ends(struct rv_bytes *to, const size_t *ends, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    rv_write(to, ends[i]);
}

static void write_part(const struct rv_part *part, struct rv_bytes *to) {
  assert(part->state != RV_PART_OUT);
  rv_write(to, part->id);
  rv_write(to, part->parent ? part->parent->id : 0);
  rv_write(to, part->begin);
  rv_write(to, part->root);
  rv_write(to, part->state);
  write_flat(to, &part->piece);
  write_flat(to, &part->tree);
  write_flat(to, &part->late);
  write_flat(to, &part->path);
  write_flat(to, &part->explored);
  if (part->path.n)
    write_ends(to, part->ends, part->root);
  write_ends(to, part->explored_ends, part->root - part->begin);
}

struct rv_flat rv_trunk_write(struct rv_trunk *trunk) {
  struct rv_bytes *const to = &trunk->answer;
  to->n = 0;
  rv_write(to, trunk->last);
  rv_write(to, trunk->random);
  rv_write_stats(to, &trunk->stats);
  for (const struct rv_part *part = trunk->parts; part; part = part->next)
    write_part(part, to);
  return (struct rv_flat){to->at, to->n};
}

/* --- reading ---------------------------------------------------------------------------------- */

static struct rv_part *part_find(const struct rv_trunk *trunk, uint64_t id) {
  struct rv_part *part = trunk->parts;
  while (part && part->id != id)
    part = part->next;
  return part;
}

static void read_flat(struct rv_reader *from, struct rv_bytes *to) {
  const struct rv_reader bytes = rv_read_part(from, rv_read(from));
  rv_write_bytes(to, bytes.at, bytes.n);
}

/* Ends of one state after the other in so many bytes. */
static void read_ends(struct rv_reader *from, size_t *ends, uint64_t n, size_t bytes) {
  for (uint64_t i = 0, end = 0; i < n && !from->bad; i++) {
    ends[i] = rv_read_up_to(from, bytes);
    from->bad |= ends[i] <= end;
    end = ends[i];
  }
}

/* Whether bytes are one tree, and nothing else; `left`: something of it is not explored. */
static bool is_tree(struct rv_trunk *trunk, const struct rv_bytes *bytes, bool *left) {
  struct rv_reader from = rv_reader(bytes->at, bytes->n);
  *left = rv_check_tree(&from, &trunk->scratch);
  return !from.bad && from.i == from.n;
}

/* Whether bytes are a tree without its end. */
static bool is_late(struct rv_trunk *trunk, struct rv_bytes *bytes) {
  bool left;
  if (!bytes->n)
    return true;
  rv_write(bytes, 0);
  const bool good = is_tree(trunk, bytes, &left);
  bytes->n--;
  return good;
}

/* What was explored from each state that is left: whether that is kept, and the tree. */
static bool are_trees(struct rv_trunk *trunk, const struct rv_part *part) {
  struct rv_reader from = rv_reader(part->explored.at, part->explored.n);
  for (uint64_t i = 0; i < part->root - part->begin && !from.bad; i++) {
    if (rv_read_up_to(&from, 1))
      rv_check_tree(&from, &trunk->scratch);
    from.bad |= from.i != part->explored_ends[i];
  }
  return !from.bad;
}

/* Whether each of the states on the path ends where that is said. */
static bool is_path(struct rv_trunk *trunk, const struct rv_part *part) {
  struct rv_reader from = rv_reader(part->path.at, part->path.n);
  for (uint64_t depth = 0; part->path.n && depth < part->root && !from.bad; depth++) {
    struct rv_flat_state state;
    rv_trunk_read_state(trunk, &from, &state);
    from.bad |= from.i != part->ends[depth];
  }
  return !from.bad;
}

/* Whether there is what a part has to have in this state. */
static bool has_all(struct rv_trunk *trunk, struct rv_part *part, uint64_t state) {
  const bool whole = !part->parent, left = part->root > part->begin;
  bool kept;
  switch ((enum rv_part_state)state) {
  case RV_PART_READY:
    if (whole || part->piece.n)
      return !part->tree.n && (part->path.n || !part->root);
    return !left && is_tree(trunk, &part->tree, &part->fresh) && (part->fresh || part->late.n);
  case RV_PART_EXPLORED:
    return left && !part->piece.n && (whole || is_tree(trunk, &part->tree, &kept));
  case RV_PART_KEPT:
    return !whole && !left && !part->piece.n && !part->late.n && is_tree(trunk, &part->tree, &kept);
  case RV_PART_OUT:
    break;
  }
  return false;
}

static void read_part(struct rv_trunk *trunk, struct rv_reader *from, uint64_t last) {
  const uint64_t id = rv_read_up_to(from, last), of = rv_read_up_to(from, last);
  const uint64_t begin = rv_read(from), root = rv_read_up_to(from, UINT32_MAX);
  const uint64_t state = rv_read_up_to(from, RV_PART_KEPT);
  struct rv_part *const parent = of ? part_find(trunk, of) : NULL;
  from->bad |= id <= trunk->last || root < begin ||
               (parent ? begin < parent->begin || begin >= parent->root ||
                             parent->parts[begin - parent->begin]
                       : of || begin || trunk->parts);
  if (from->bad)
    return;
  struct rv_part *const part = rv_part_new(trunk, parent, begin);
  part->id = trunk->last = id;
  read_flat(from, &part->piece);
  read_flat(from, &part->tree);
  read_flat(from, &part->late);
  read_flat(from, &part->path);
  read_flat(from, &part->explored);
  from->bad |= root > begin && (root > part->path.n || root - begin > part->explored.n);
  if (from->bad)
    return;
  rv_part_make_room(trunk, part, part->path.n || root > begin ? root : 0);
  part->root = root;
  if (part->path.n)
    read_ends(from, part->ends, root, part->path.n);
  read_ends(from, part->explored_ends, root - begin, part->explored.n);
  from->bad = from->bad || !is_path(trunk, part) || !are_trees(trunk, part) ||
              !is_late(trunk, &part->late) || !has_all(trunk, part, state);
  if (from->bad)
    return;
  part->state = (uint32_t)state;
  part->open = state != RV_PART_KEPT;
  if (parent && part->open)
    parent->open++;
  if (state == RV_PART_READY)
    rv_part_is_ready(trunk, part);
}

/* Who is explored and has nothing open would have been done. */
static bool is_whole(const struct rv_trunk *trunk) {
  const struct rv_part *part = trunk->parts;
  for (; part; part = part->next)
    if (part->state == RV_PART_EXPLORED && part->open == 1)
      return false;
  return true;
}

bool rv_trunk_read(struct rv_trunk *trunk, struct rv_flat flat) {
  struct rv_reader from = rv_reader(flat.at, flat.n);
  rv_trunk_clear(trunk);
  const uint64_t last = rv_read(&from);
  trunk->random = rv_read(&from);
  rv_read_stats(&from, &trunk->stats);
  while (from.i < from.n && !from.bad)
    read_part(trunk, &from, last);
  trunk->last = last;
  trunk->done = !trunk->parts;
  const bool good = !from.bad && is_whole(trunk);
  for (struct rv_part *part = trunk->parts; part; part = part->next)
    part->open -= part->state == RV_PART_EXPLORED;
  return good;
}
