#include "core/trunk.h"

#include <assert.h>
#include <string.h>

#include "core/piece.h"
#include "core/team.h"
#include "core/wakeup_bytes.h"

/* Nodes of a tree that a worker is told of. Who knows less sends more in vain, and a tree with a
 * leaf for every second execution is not worth sending. */
enum { MOST_TOLD = 256 };

void rv_trunk_init(struct rv_trunk *trunk, const struct rv_memory *memory) {
  *trunk = (struct rv_trunk){.memory = *memory};
  rv_pool_init(&trunk->pool, &trunk->memory);
  rv_arena_init(&trunk->scratch, &trunk->memory);
  rv_wakeup_init(&trunk->wakeup, &trunk->memory);
  rv_trace_init(&trunk->trace, &trunk->memory, 1);
  rv_trunk_clear(trunk);
}

void rv_trunk_clear(struct rv_trunk *trunk) {
  rv_pool_clear(&trunk->pool);
  rv_arena_release(&trunk->scratch, 0);
  rv_wakeup_clear(&trunk->wakeup);
  trunk->v = (struct rv_sequence){.pool = &trunk->pool};
  trunk->answer = (struct rv_bytes){.pool = &trunk->pool};
  trunk->parts = NULL;
  trunk->end = &trunk->parts;
  trunk->ready = trunk->out = NULL;
  trunk->last = trunk->depths = trunk->n_ready = trunk->workers = 0;
  trunk->stats = (struct rv_stats){0};
  trunk->done = trunk->bad = false;
}

static void *widen(struct rv_trunk *trunk, void *array, uint64_t n, uint64_t wider, size_t size) {
  char *const at = rv_pool_widen(&trunk->pool, array, n * size, wider * size);
  memset(at + n * size, 0, (wider - n) * size);
  return at;
}

/* --- parts ------------------------------------------------------------------------------------ */

struct rv_part *rv_part_new(struct rv_trunk *trunk, struct rv_part *parent, uint64_t at,
                            const struct rv_way *way) {
  struct rv_part *const part = rv_pool_alloc(&trunk->pool, sizeof *part);
  *part = (struct rv_part){.id = ++trunk->last,
                           .parent = parent,
                           .at = at,
                           .begin = at + way->n,
                           .root = at + way->n,
                           .open = 1,
                           .link = trunk->end,
                           .path.pool = &trunk->pool,
                           .piece.pool = &trunk->pool};
  *trunk->end = part;
  trunk->end = &part->next;
  if (parent)
    parent->open++;
  if (way->n) {
    part->n_way = way->n;
    part->way = rv_pool_alloc(&trunk->pool, way->n * sizeof *part->way);
    memcpy(part->way, way->at, way->n * sizeof *part->way);
  }
  return part;
}

static void bytes_free(struct rv_trunk *trunk, struct rv_bytes *bytes) {
  if (bytes->at)
    rv_pool_free(&trunk->pool, bytes->at, bytes->capacity);
  *bytes = (struct rv_bytes){.pool = &trunk->pool};
}

static void part_free(struct rv_trunk *trunk, struct rv_part *part) {
  for (uint64_t i = 0; i < part->root - part->begin; i++)
    while (part->trees[i])
      rv_wakeup_drop(&trunk->wakeup, &part->trees[i]);
  if (part->room) {
    rv_pool_free(&trunk->pool, part->ends, part->room * sizeof *part->ends);
    rv_pool_free(&trunk->pool, part->trees, part->room * sizeof *part->trees);
  }
  if (part->n_way)
    rv_pool_free(&trunk->pool, part->way, part->n_way * sizeof *part->way);
  bytes_free(trunk, &part->path);
  bytes_free(trunk, &part->piece);
  *part->link = part->next;
  if (part->next)
    part->next->link = part->link;
  else
    trunk->end = part->link;
  rv_pool_free(&trunk->pool, part, sizeof *part);
}

/* One part of it is done, or its own exploration is. When nothing is open any more, the part itself
 * is done and is freed. */
static void part_has_less(struct rv_trunk *trunk, struct rv_part *part) {
  while (part && --part->open == 0) {
    struct rv_part *const parent = part->parent;
    trunk->done |= !parent;
    part_free(trunk, part);
    part = parent;
  }
}

void rv_part_is_ready(struct rv_trunk *trunk, struct rv_part *part) {
  if (part->begin >= trunk->depths) {
    const uint64_t depths = 2 * part->begin + 64;
    trunk->ready = widen(trunk, trunk->ready, trunk->depths, depths, sizeof *trunk->ready);
    trunk->depths = depths;
  }
  part->state = RV_PART_READY;
  part->next_ready = trunk->ready[part->begin];
  trunk->ready[part->begin] = part;
  trunk->n_ready++;
}

void rv_part_make_room(struct rv_trunk *trunk, struct rv_part *part, uint64_t states) {
  if (states <= part->room)
    return;
  part->ends = widen(trunk, part->ends, part->room, 2 * states, sizeof *part->ends);
  part->trees = widen(trunk, part->trees, part->room, 2 * states, sizeof *part->trees);
  part->room = 2 * states;
}

void rv_trunk_begin(struct rv_trunk *trunk, uint64_t seed) {
  trunk->random = seed;
  rv_part_is_ready(trunk, rv_part_new(trunk, NULL, 0, &(struct rv_way){0}));
}

static struct rv_part *part_of(const struct rv_trunk *trunk, uint32_t worker) {
  return worker < trunk->workers ? trunk->out[worker] : NULL;
}

bool rv_trunk_is_busy(const struct rv_trunk *trunk, uint32_t worker) {
  return part_of(trunk, worker) != NULL;
}

/* --- states of a piece ------------------------------------------------------------------------ */

/* A state, by where its parts are in the bytes: who was put to sleep there, and the step. */
struct flat_state {
  uint64_t sleepers;
  size_t sleep, sleep_end, step, step_end;
  struct rv_node *tree;
  uint64_t leaves;
};

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

/* Returns how many leaves it has. */
static uint64_t skip_tree(struct rv_trunk *trunk, struct rv_reader *from) {
  uint64_t leaves = 0;
  for (uint64_t depth, before = 0; (depth = rv_read(from)) && !from->bad; before = depth) {
    leaves += !before || depth <= before;
    skip_sleeper(trunk, from);
  }
  return leaves;
}

static void read_state(struct rv_trunk *trunk, struct rv_reader *from, bool tree,
                       struct flat_state *state) {
  *state = (struct flat_state){.sleepers = rv_read(from), .sleep = from->i};
  for (uint64_t n = state->sleepers; n && !from->bad; n--)
    skip_sleeper(trunk, from);
  state->sleep_end = from->i;
  from->bad |= rv_read(from) != 0; /* guesses */
  if (tree)
    state->tree = rv_read_tree(from, &trunk->wakeup, &trunk->scratch);
  else
    state->leaves = skip_tree(trunk, from);
  state->step = from->i;
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

static void path_state_ends(struct rv_trunk *trunk, struct rv_part *part, uint64_t depth) {
  rv_part_make_room(trunk, part, depth + 1);
  part->ends[depth] = part->path.n;
}

static size_t path_begin_of(const struct rv_part *part, uint64_t depth) {
  return depth ? part->ends[depth - 1] : 0;
}

/* --- a part for a worker ---------------------------------------------------------------------- */

static uint64_t count_before(const struct rv_node *first, const struct rv_node *taken) {
  uint64_t n = 0;
  for (; first != taken; first = first->next)
    n++;
  return n;
}

/* The branches before the one that is taken sleep behind it. Nothing else is known of the tree. */
static void write_taken(struct rv_bytes *to, const struct rv_node *first,
                        const struct rv_node *taken) {
  for (const struct rv_node *node = first; node != taken; node = node->next)
    rv_write_sleeper(to, node->thread, node->choice, &node->shared->op);
  rv_write(to, 0);
  rv_write(to, 0);
  rv_write(to, taken->thread);
  rv_write(to, taken->choice);
  rv_write(to, 0);
}

/* The parent's states, that from where its way leads with the step that was explored first asleep,
 * and those on the way. */
static void make_path(struct rv_trunk *trunk, struct rv_part *part) {
  const struct rv_part *const parent = part->parent;
  const size_t begin = path_begin_of(parent, part->at), end = parent->ends[part->at];
  struct rv_bytes *const to = &part->path;
  struct flat_state state;
  struct rv_reader from = rv_reader(parent->path.at, end);
  from.i = begin;
  read_state(trunk, &from, false, &state);
  rv_write_bytes(to, parent->path.at, begin);
  for (uint64_t depth = 0; depth < part->at; depth++) {
    rv_part_make_room(trunk, part, depth + 1);
    part->ends[depth] = parent->ends[depth];
  }
  const struct rv_node *first = parent->trees[part->at - parent->begin];
  rv_write(to, state.sleepers + 1 + count_before(first, part->way[0]));
  rv_write_bytes(to, parent->path.at + state.sleep, state.sleep_end - state.sleep);
  write_step_as_sleeper(trunk, to, rv_reader(parent->path.at + state.step, end - state.step));
  write_taken(to, first, part->way[0]);
  path_state_ends(trunk, part, part->at);
  for (uint32_t i = 1; i < part->n_way; i++) {
    first = part->way[i - 1]->child;
    rv_write(to, count_before(first, part->way[i]));
    write_taken(to, first, part->way[i]);
    path_state_ends(trunk, part, part->at + i);
  }
}

static struct rv_flat make_piece(struct rv_trunk *trunk, const struct rv_part *part) {
  struct rv_bytes *const to = &trunk->answer;
  to->n = 0;
  if (!part->parent)
    return (struct rv_flat){0};
  rv_write_piece_head(to, part->begin, part->begin, part->begin, trunk->random + part->id);
  rv_write_stats(to, &(struct rv_stats){0});
  rv_write(to, 0);
  rv_write_bytes(to, part->path.at, part->path.n);
  rv_write(to, 0); /* no tree behind the leaf */
  rv_write(to, 0); /* nothing is awaited */
  return (struct rv_flat){to->at, to->n};
}

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

/* What begins near the initial state is large. */
const struct rv_part *rv_trunk_take(struct rv_trunk *trunk, uint32_t worker,
                                    struct rv_flat *piece) {
  struct rv_part *const part = first_ready(trunk);
  if (!part)
    return NULL;
  if (worker >= trunk->workers) {
    trunk->out = widen(trunk, trunk->out, trunk->workers, 2 * worker + 16, sizeof *trunk->out);
    trunk->workers = 2 * worker + 16;
  }
  assert(!trunk->out[worker]);
  trunk->out[worker] = part;
  part->state = RV_PART_OUT;
  part->worker = worker;
  if (part->parent && !part->path.n)
    make_path(trunk, part);
  *piece =
      part->piece.n ? (struct rv_flat){part->piece.at, part->piece.n} : make_piece(trunk, part);
  return part;
}

/* --- what a part finds ------------------------------------------------------------------------ */

/* The branches of a state behind the one that leads to a part. */
struct behind {
  struct rv_node **list;
  struct rv_part *parent; /* of what is inserted there, */
  uint64_t at;            /* from where its way leads, */
  struct rv_part *as;     /* and whose way it has in common, */
  uint32_t common;        /* this far */
};

static struct behind behind_of(struct rv_part *part, uint64_t depth) {
  for (; depth < part->begin; part = part->parent) {
    if (depth >= part->at) {
      const uint32_t common = (uint32_t)(depth - part->at);
      struct rv_node *const branch = (struct rv_node *)(uintptr_t)part->way[common];
      return (struct behind){&branch->next, part->parent, part->at, part, common};
    }
  }
  return (struct behind){&part->trees[depth - part->begin], part, depth, NULL, 0};
}

static void insert_found(struct rv_trunk *trunk, const struct behind *behind) {
  struct rv_way way = rv_way_begin(&trunk->scratch, NULL);
  const uint64_t nodes = trunk->wakeup.nodes;
  for (uint32_t i = 0; i < behind->common; i++)
    rv_way_push(&way, behind->as->way[i]);
  if (rv_wakeup_insert_leaf(&trunk->wakeup, behind->list, &trunk->v, &way)) {
    rv_part_is_ready(trunk, rv_part_new(trunk, behind->parent, behind->at, &way));
    trunk->stats.reversed++;
    trunk->stats.events += trunk->wakeup.nodes - nodes - 1;
  }
  rv_way_end(&way);
}

struct rv_flat rv_trunk_found(struct rv_trunk *trunk, uint32_t worker, struct rv_flat found) {
  struct rv_part *const part = part_of(trunk, worker);
  struct rv_reader from = rv_reader(found.at, found.n);
  struct rv_bytes *const to = &trunk->answer;
  to->n = 0;
  while (part && part->root && from.i < from.n && !from.bad) {
    const uint64_t top = trunk->scratch.top, depth = rv_read_up_to(&from, part->root - 1);
    rv_read_sequence(&from, &trunk->v, &trunk->trace, &trunk->scratch);
    if (!from.bad) {
      const struct behind behind = behind_of(part, depth);
      insert_found(trunk, &behind);
      rv_write(to, depth);
      rv_write_tree_up_to(to, *behind.list, MOST_TOLD, &trunk->scratch);
    }
    rv_arena_release(&trunk->scratch, top);
  }
  trunk->bad |= from.bad;
  return (struct rv_flat){to->at, to->n};
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

/* The state behind the last one that is to be left, for so many leaves; 0: there are none. */
static uint64_t new_root(struct rv_trunk *trunk, uint64_t root, struct rv_flat piece,
                         uint64_t wanted) {
  struct rv_reader from = rv_reader(piece.at, piece.n);
  const uint64_t states = read_piece_head(&from);
  uint64_t leaves = 0, new = 0;
  for (uint64_t depth = 0; depth + 1 < states && leaves < wanted && !from.bad; depth++) {
    struct flat_state state;
    read_state(trunk, &from, false, &state);
    if (depth >= root && state.leaves) {
      leaves += state.leaves;
      new = depth + 1;
    }
  }
  trunk->bad |= from.bad;
  return from.bad ? 0 : new;
}

static void add_leaves(struct rv_trunk *trunk, struct rv_part *part, uint64_t depth) {
  const struct rv_node *const tree = part->trees[depth - part->begin];
  struct rv_way way = rv_way_begin(&trunk->scratch, tree);
  if (tree)
    do
      if (!way.at[way.n - 1]->child)
        rv_part_is_ready(trunk, rv_part_new(trunk, part, depth, &way));
    while (rv_way_next(&way));
  rv_way_end(&way);
}

static void leave_state(struct rv_trunk *trunk, struct rv_part *part, const unsigned char *bytes,
                        const struct flat_state *state) {
  struct rv_bytes *const to = &part->path;
  rv_write(to, state->sleepers);
  rv_write_bytes(to, bytes + state->sleep, state->sleep_end - state->sleep);
  rv_write(to, 0);
  rv_write(to, 0);
  rv_write_bytes(to, bytes + state->step, state->step_end - state->step);
  path_state_ends(trunk, part, part->root);
  part->trees[part->root - part->begin] = state->tree;
  part->root++;
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
  part->piece.n = 0;
  rv_write_piece_head(&part->piece, states, part->root, part->root, rv_read(&from));
  rv_write_bytes(&part->piece, piece.at + from.i, piece.n - from.i);
}

uint64_t rv_trunk_split(struct rv_trunk *trunk, uint32_t worker, struct rv_flat piece,
                        uint64_t wanted) {
  struct rv_part *const part = part_of(trunk, worker);
  const uint64_t root = part ? new_root(trunk, part->root, piece, wanted) : 0;
  if (!root)
    return 0;
  struct rv_reader from = rv_reader(piece.at, piece.n);
  const uint64_t nodes = trunk->wakeup.nodes, last = trunk->last;
  read_piece_head(&from);
  for (uint64_t depth = 0; depth < root; depth++) {
    struct flat_state state;
    const bool leaves = depth >= part->root;
    read_state(trunk, &from, leaves, &state);
    if (leaves) {
      leave_state(trunk, part, piece.at, &state);
      add_leaves(trunk, part, depth);
    }
  }
  trunk->stats.events += trunk->wakeup.nodes - nodes - (trunk->last - last);
  set_piece(part, piece);
  return root;
}

/* --- its end ---------------------------------------------------------------------------------- */

static struct rv_part *take_back(struct rv_trunk *trunk, uint32_t worker) {
  struct rv_part *const part = part_of(trunk, worker);
  if (part)
    trunk->out[worker] = NULL;
  return part;
}

void rv_trunk_put_aside(struct rv_trunk *trunk, uint32_t worker, struct rv_flat piece) {
  struct rv_part *const part = take_back(trunk, worker);
  if (!part)
    return;
  set_bytes(&part->piece, piece);
  rv_part_is_ready(trunk, part);
}

void rv_trunk_explored(struct rv_trunk *trunk, uint32_t worker, struct rv_flat result) {
  struct rv_part *const part = take_back(trunk, worker);
  struct rv_stats stats;
  if (!part)
    return;
  struct rv_reader from = rv_reader(result.at, result.n);
  const bool fits = rv_read(&from); /* the thread of a leaf may turn out to wait */
  trunk->bad |= (!fits && part->piece.n) || !rv_piece_stats(result, true, &stats);
  if (!trunk->bad)
    rv_stats_add(&trunk->stats, &stats);
  part->state = RV_PART_EXPLORED;
  bytes_free(trunk, &part->piece);
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
