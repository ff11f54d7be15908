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

/* The way, each node by its number among its like. */
static void write_way(struct rv_bytes *to, const struct rv_part *part) {
  const struct rv_node *first =
      part->n_way ? part->parent->trees[part->at - part->parent->begin] : NULL;
  rv_write(to, part->n_way);
  for (uint32_t i = 0; i < part->n_way; i++) {
    uint64_t number = 0;
    for (const struct rv_node *node = first; node != part->way[i]; node = node->next)
      number++;
    rv_write(to, number);
    first = part->way[i]->child;
  }
}

static void write_part(struct rv_trunk *trunk, const struct rv_part *part, struct rv_bytes *to) {
  assert(part->state != RV_PART_OUT);
  rv_write(to, part->id);
  rv_write(to, part->parent ? part->parent->id : 0);
  rv_write(to, part->at);
  write_way(to, part);
  rv_write(to, part->state == RV_PART_EXPLORED);
  rv_write(to, part->root);
  write_flat(to, &part->path);
  for (uint64_t depth = 0; part->path.n && depth < part->root; depth++)
    rv_write(to, part->ends[depth]);
  for (uint64_t depth = part->begin; depth < part->root; depth++)
    rv_write_tree(to, part->trees[depth - part->begin], &trunk->scratch);
  write_flat(to, &part->piece);
}

struct rv_flat rv_trunk_write(struct rv_trunk *trunk) {
  struct rv_bytes *const to = &trunk->answer;
  to->n = 0;
  rv_write(to, trunk->last);
  rv_write(to, trunk->random);
  rv_write_stats(to, &trunk->stats);
  for (const struct rv_part *part = trunk->parts; part; part = part->next)
    write_part(trunk, part, to);
  return (struct rv_flat){to->at, to->n};
}

/* --- reading ---------------------------------------------------------------------------------- */

static struct rv_part *part_find(const struct rv_trunk *trunk, uint64_t id) {
  struct rv_part *part = trunk->parts;
  while (part && part->id != id)
    part = part->next;
  return part;
}

/* False, and the way is not to be used, if there is no such leaf. */
static bool read_way(struct rv_reader *from, const struct rv_node *tree, struct rv_way *way) {
  const struct rv_node *node = NULL;
  for (uint64_t n = rv_read(from); n && !from->bad; n--) {
    node = tree;
    for (uint64_t number = rv_read(from); number && node; number--)
      node = node->next;
    if (!node)
      return false;
    rv_way_push(way, node);
    tree = node->child;
  }
  return !from->bad && (!node || !node->child);
}

static void read_flat(struct rv_reader *from, struct rv_bytes *to) {
  const struct rv_reader bytes = rv_read_part(from, rv_read(from));
  rv_write_bytes(to, bytes.at, bytes.n);
}

static void read_states(struct rv_trunk *trunk, struct rv_reader *from, struct rv_part *part) {
  const uint64_t root = rv_read_up_to(from, UINT32_MAX);
  read_flat(from, &part->path);
  /* each state is a byte or more */
  from->bad |= root < part->begin || (root > part->begin && !part->path.n) ||
               (part->path.n && root > part->path.n);
  if (from->bad)
    return;
  if (part->path.n)
    rv_part_make_room(trunk, part, root);
  for (uint64_t depth = 0, end = 0; part->path.n && depth < root; depth++) {
    part->ends[depth] = rv_read_up_to(from, part->path.n);
    from->bad |= part->ends[depth] <= end;
    end = part->ends[depth];
  }
  for (; part->root < root && !from->bad; part->root++)
    part->trees[part->root - part->begin] = rv_read_tree(from, &trunk->wakeup, &trunk->scratch);
}

static void read_part(struct rv_trunk *trunk, struct rv_reader *from, uint64_t last) {
  const uint64_t id = rv_read_up_to(from, last), of = rv_read_up_to(from, last);
  const uint64_t at = rv_read(from);
  struct rv_part *const parent = of ? part_find(trunk, of) : NULL;
  const bool fits = id > trunk->last && (parent ? at >= parent->begin && at < parent->root
                                                : !of && !at && !trunk->parts);
  struct rv_way way = rv_way_begin(&trunk->scratch, NULL);
  from->bad |= !fits || !read_way(from, parent ? parent->trees[at - parent->begin] : NULL, &way);
  from->bad |= (parent != NULL) != (way.n > 0);
  if (!from->bad) {
    struct rv_part *const part = rv_part_new(trunk, parent, at, &way);
    part->id = trunk->last = id;
    const bool explored = rv_read_up_to(from, 1);
    read_states(trunk, from, part);
    read_flat(from, &part->piece);
    part->state = RV_PART_EXPLORED;
    if (!explored && !from->bad)
      rv_part_is_ready(trunk, part);
  }
  rv_way_end(&way);
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
