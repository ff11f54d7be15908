/*
 * The trunk of a search with wakeup trees: the states above the roots of all its parts. Whoever
 * holds it hands out the parts, to any number of explorers, and takes what comes of them in any
 * order.
 *
 * A part is all that is left to be explored from one state: the branches of its wakeup tree that
 * come after the one on whose way the state was left to the trunk. Whoever takes it has that tree
 * for itself. What it finds in races with steps above its root is a sequence v, to be explored from
 * a state of the trunk. Threads that sleep there never change: the explorer of a part knows them,
 * and drops v if one of them is in WI(v). Otherwise it keeps v, in a tree of what it has found for
 * that state, and does not insert what that covers. It tells what it has found when it is done, or
 * when somebody has nothing to do. Then v belongs to the part of that state:
 *
 *  - Whoever takes that part next inserts v as into every wakeup tree: it goes down where a branch
 * is in WI(v), is dropped at a leaf, and else is a new leaf, at the end of a list. If there is no
 * such part, it is a new one. Where there is no branch yet, the tree of one who has found something
 * is that of the part.
 *  - If somebody has the part, v waits. Who explores it keeps the branches that are explored, but
 * for what is behind leaves (J. ACM, Lemma 7.1 (2): behind a leaf nobody sleeps, so all that begins
 * with it is explored there, whatever is found elsewhere), and leaves them when it is done. With
 * what has waited they are a part once more.
 *
 * A leaf of what was found leads there by v, or by more than v: by steps of branches that v went
 * down. WI of that is a part of WI(v), so nobody who sleeps is in it, and v is covered by it.
 *
 * So no trace is explored twice, whatever happens when: of two branches the second begins, in each
 * of its leaves, with something that the first is no weak initial of. And when all parts are done,
 * the trunk with all its parts is the same kind of tree that one explorer alone leaves behind it:
 * every v that was found is covered by it, which is all that the proof of the J. ACM paper asks
 * for. Whoever holds the trunk inserts nothing itself: it moves bytes.
 *
 * When somebody has nothing to do, another one leaves the states at the top of its stack to the
 * trunk, with their trees: its root moves down.
 */
#ifndef RAVEL_CORE_TRUNK_H
#define RAVEL_CORE_TRUNK_H

#include <stddef.h>

#include "core/bytes.h"
#include "core/explorer.h"
#include "core/trace.h"
#include "core/wakeup.h"

enum rv_part_state {
  RV_PART_READY,    /* to be explored by whoever comes */
  RV_PART_OUT,      /* an explorer has it */
  RV_PART_EXPLORED, /* but parts of it are not */
  RV_PART_KEPT,     /* all of it is explored, and its tree is kept */
};

/* What is left to be explored from a state, with all that follows. */
struct rv_part {
  uint64_t id;
  struct rv_part *parent; /* of whose states; NULL: it is the whole search */
  uint64_t begin, root;   /* its root at first, and now: the states between them are the trunk's */
  uint32_t state;         /* enum rv_part_state */
  uint32_t worker;        /* RV_PART_OUT: whose it is */
  uint64_t open;          /* how many parts of it are not done, and whether it is explored itself */

  bool listed;           /* it is to be taken */
  struct rv_bytes tree;  /* while nobody has it, the branches of its first state; explored, but
                          * parts of it are not: of its root */
  bool fresh;            /* some of these nobody has had */
  struct rv_bytes late;  /* what is to be inserted there: a tree without its end */
  struct rv_bytes piece; /* when somebody has it, or had: what is left of it. No bytes: all of it */

  struct rv_bytes path;     /* all states above its root, as in a piece but without trees */
  size_t *ends;             /* of each of them */
  struct rv_bytes explored; /* of those from `begin` on: what was explored before the step, if that
                             * is part of the tree of its first state, */
  size_t *explored_ends;
  struct rv_part **parts; /* and what comes after it; NULL: nothing */
  uint64_t room;          /* in these three */
  struct rv_part *next, **link, *next_ready;
};

struct rv_trunk {
  struct rv_memory memory;
  struct rv_pool pool;
  struct rv_arena scratch;
  struct rv_bytes answer;

  struct rv_part *parts, **end; /* in the order of their ids */
  uint64_t last;                /* id */
  struct rv_part **ready;       /* lists, by where they begin */
  uint64_t depths;              /* how many lists */
  uint64_t n_ready, n_out;
  struct rv_part **out; /* by worker */
  uint32_t workers;
  uint64_t random;
  struct rv_stats stats; /* of parts that are done */
  bool done, bad;        /* bad: what somebody sent can't be */
};

void rv_trunk_init(struct rv_trunk *trunk, const struct rv_memory *memory);

/* Forgets everything. */
void rv_trunk_clear(struct rv_trunk *trunk);

/* A new search: one part. */
void rv_trunk_begin(struct rv_trunk *trunk, uint64_t seed);

/* A part for a worker that has none; NULL: there is none at present. The piece is what it loads. */
const struct rv_part *rv_trunk_take(struct rv_trunk *trunk, uint32_t worker, struct rv_flat *piece);

/* What a worker has found for states above its root (rv_explorer_found()). */
void rv_trunk_found(struct rv_trunk *trunk, uint32_t worker, struct rv_flat found);

/* A worker's part, of which states are to be left to the trunk so that there are some more parts.
 * Returns its new root; 0: there is nothing to be left. */
uint64_t rv_trunk_split(struct rv_trunk *trunk, uint32_t worker, struct rv_flat piece,
                        uint64_t wanted);

/* How many more parts are to be made at a time, for so many workers that have nothing to do. */
static inline uint64_t rv_parts_wanted(uint64_t idle) {
  return 1 + idle / 8;
}

/* A worker puts its part aside. */
void rv_trunk_put_aside(struct rv_trunk *trunk, uint32_t worker, struct rv_flat piece);

/* A worker has explored its part: rv_explorer_result(). */
void rv_trunk_explored(struct rv_trunk *trunk, uint32_t worker, struct rv_flat result);

/* A worker is no more: its part is as it was when it split it last, or got it. */
void rv_trunk_lost(struct rv_trunk *trunk, uint32_t worker);

bool rv_trunk_is_busy(const struct rv_trunk *trunk, uint32_t worker);

/* The counts of all parts that no worker has now. */
void rv_trunk_stats(const struct rv_trunk *trunk, struct rv_stats *stats);

/* The search as flat bytes, valid until the next call; no worker has a part. And back; false if
 * these bytes are not such. */
struct rv_flat rv_trunk_write(struct rv_trunk *trunk);
bool rv_trunk_read(struct rv_trunk *trunk, struct rv_flat flat);

/* --- for its other files ---------------------------------------------------------------------- */

struct rv_part *rv_part_new(struct rv_trunk *trunk, struct rv_part *parent, uint64_t begin);
void rv_part_free(struct rv_trunk *trunk, struct rv_part *part);
void rv_part_bytes_free(struct rv_trunk *trunk, struct rv_bytes *bytes);
void rv_part_is_ready(struct rv_trunk *trunk, struct rv_part *part);
void rv_part_make_room(struct rv_trunk *trunk, struct rv_part *part, uint64_t states);

/* A state of a piece, by where its parts are in the bytes: who was put to sleep there, what was
 * explored (if that is kept), and the step. */
struct rv_flat_state {
  uint64_t sleepers;
  size_t sleep, sleep_end, tree, tree_end, explored, explored_end, step, step_end;
  uint64_t left; /* leaves of the tree that are not explored */
};

void rv_trunk_read_state(struct rv_trunk *trunk, struct rv_reader *from,
                         struct rv_flat_state *state);

/* A part that nobody has had since it was made or explored: its path, and a piece of it. */
void rv_part_make_piece(struct rv_trunk *trunk, struct rv_part *part);

/* All of a part is explored: forgets what is kept of the parts of it. */
void rv_part_free_parts(struct rv_trunk *trunk, struct rv_part *part);

/* All of a part is explored: its tree. */
void rv_part_keep(struct rv_trunk *trunk, struct rv_part *part);

#endif
