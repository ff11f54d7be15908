/*
 * The trunk of a search with wakeup trees: the states above the roots of all its parts. Whoever
 * holds it hands out the parts, to any number of explorers, and takes what comes of them in any
 * order.
 *
 * A leaf of a wakeup tree has nobody asleep behind it (J. ACM, Lemma 7.1 (2)): all executions that
 * begin with it are to be explored there, and nothing that is found elsewhere has to be known for
 * that. So a part is a leaf, and needs nothing from anybody. What a part finds in races with steps
 * above its root is a sequence v, to be explored from a state of the trunk, which has its whole
 * wakeup tree: branches stay in it when they are handed out and when they are done, and new ones go
 * to the end. Let v be found below branch r of a state.
 *
 *  - Threads that sleep there, and the branches before r, never change. The explorer of the part
 * knows them, and drops v if one of them is in WI(v).
 *  - Otherwise v is inserted into the branches behind r as into every wakeup tree: it goes down
 * where a branch is in WI(v), is dropped at a leaf, whatever has become of it, and else is a new
 * leaf.
 *
 * So no trace is explored twice, whatever happens when: of two branches the second begins, in each
 * of its leaves, with something that the first is no weak initial of. And when all parts are done,
 * the trunk with all its parts is the same kind of tree that one explorer alone leaves behind it:
 * every v that was found is covered by it, which is all that the proof of the J. ACM paper asks
 * for.
 *
 * When somebody has nothing to do, another one leaves the states at the top of its stack to the
 * trunk, with their trees: its root moves down. Each explorer has a beginning of the tree of every
 * state above its root. It sends what that does not cover, and gets the tree as it is then.
 */
#ifndef RAVEL_CORE_TRUNK_H
#define RAVEL_CORE_TRUNK_H

#include "core/bytes.h"
#include "core/explorer.h"
#include "core/trace.h"
#include "core/wakeup.h"

enum rv_part_state {
  RV_PART_READY,    /* to be explored by whoever comes */
  RV_PART_OUT,      /* an explorer has it */
  RV_PART_EXPLORED, /* but parts of it are not */
};

/* A leaf, with all that follows it. */
struct rv_part {
  uint64_t id;
  struct rv_part *parent;     /* whose leaf it is; NULL: it is the whole search */
  uint64_t at;                /* the state of the parent from where its way leads */
  const struct rv_node **way; /* through the tree of that state to the leaf */
  uint32_t n_way;
  uint64_t begin, root;   /* its root at first, and now: the states between them are the trunk's */
  uint32_t state;         /* enum rv_part_state */
  uint32_t worker;        /* RV_PART_OUT: whose it is */
  uint64_t open;          /* how many parts of it are not done, and whether it is explored itself */
  struct rv_bytes path;   /* all states above its root, as in a piece but without trees */
  size_t *ends;           /* of each of them */
  struct rv_node **trees; /* of those from `begin` on */
  uint64_t room;          /* in these two */
  struct rv_bytes piece;  /* what is left of it; no bytes: all */
  struct rv_part *next, **link, *next_ready;
};

struct rv_trunk {
  struct rv_memory memory;
  struct rv_pool pool;
  struct rv_arena scratch;
  struct rv_wakeup wakeup;
  struct rv_trace trace; /* empty: how many threads there are */
  struct rv_sequence v;
  struct rv_bytes answer;

  struct rv_part *parts, **end; /* in the order of their ids */
  uint64_t last;                /* id */
  struct rv_part **ready;       /* lists, by where they begin */
  uint64_t depths;              /* how many lists */
  uint64_t n_ready;
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

/* What a worker has found for states above its root (rv_explorer_found()). Returns what is told it
 * (rv_explorer_told()), valid until the next call. */
struct rv_flat rv_trunk_found(struct rv_trunk *trunk, uint32_t worker, struct rv_flat found);

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

/* --- for trunk_bytes.c ------------------------------------------------------------------------ */

struct rv_part *rv_part_new(struct rv_trunk *trunk, struct rv_part *parent, uint64_t at,
                            const struct rv_way *way);
void rv_part_is_ready(struct rv_trunk *trunk, struct rv_part *part);
void rv_part_make_room(struct rv_trunk *trunk, struct rv_part *part, uint64_t states);

#endif
