/*
 * Pieces: a search as flat bytes, whole or in part. What is handed to another explorer, given back
 * and kept in a file is one.
 *
 * A piece is a stack of states, of each what was explored from it (its sleep set), what is left
 * (wakeup tree or backtrack set) and the step that was taken; and a root, the state above which the
 * search never goes back. An explorer that loads it makes the steps, which gives it all the rest,
 * and goes on from there.
 *
 * Splitting. A branch that a search has planned and not begun can be explored by somebody else in
 * the meantime. All that its exploration depends on is known: which threads sleep there follows
 * from the branches that come before it, and a leaf of a wakeup tree stays one until it is
 * explored. The branch stays where it is and is marked. When the search comes to it, it does not
 * explore it but takes the result: the counts, the step that the branch begins with, and what is to
 * be explored from states above the root because of races found in it, in order. So the search does
 * what it would do alone, step by step: no trace is lost and none is explored twice, whatever
 * happens when. If a result rests on a guess that turned out wrong (who sleeps there after all), it
 * is thrown away and the branch is explored.
 *
 * The explorer of a branch has copies of the states above its root. What it finds to be covered
 * there is covered: what is covered once stays covered. What it finds for these states itself is
 * not put into the copies: the search may have come to something else when it takes the result.
 */
#ifndef RAVEL_CORE_PIECE_H
#define RAVEL_CORE_PIECE_H

#include "core/bytes.h"
#include "core/sleep.h"

struct rv_state;

/* A branch that somebody else explores: a thread from a state. */
struct rv_lease {
  uint64_t depth;
  rv_tid thread;
  uint64_t task; /* whatever whoever hands out calls it; not 0 */
};

struct rv_piece {
  struct rv_pool pool;
  struct rv_arena scratch;
  uint64_t root;
  bool member; /* others have parts of this search, or it is a part */
  bool keeps;  /* the wakeup tree of the root is part of the result */
  bool untold; /* something was found above the root, and nobody was told (trunk.h) */

  struct rv_bytes bytes; /* what was loaded */
  struct rv_reader follow;
  uint64_t to_follow; /* states that are still to be come to */
  uint64_t guessed;   /* from this state on it is a guess who sleeps; the root, if none is */
  uint64_t check;     /* of the step that is to be made now; 0: none */
  bool misfit;        /* the steps can't be made here */

  struct rv_bytes found;     /* what is to be explored from states above the root */
  struct rv_bytes out, tail; /* what was written last; its end, while it is made */
  struct rv_lease *leases;
  uint32_t n_leases, capacity_leases;
  uint64_t awaited; /* the planned step is somebody else's task; 0: no */
};

/* How a strategy's part of a state is handled: a table of functions, as in strategy.h. */
struct rv_split {
  /* What is left to explore from a state on the stack, and back. `leases`: say what others have. */
  void (*write)(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to, bool leases);
  void (*read)(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from);

  /* The same for the state that the planned step leads to. */
  void (*write_planned)(struct rv_explorer *x, struct rv_bytes *to);
  void (*read_planned)(struct rv_explorer *x, struct rv_reader *from);

  /* A part that nobody has begun: plans the first branch from its root; false if there is none. */
  bool (*begin)(struct rv_explorer *x, struct rv_state *state);

  /* Writes the states from this one on that lead to the first branch that nobody has; returns how
   * many, 0 if there is none. */
  uint64_t (*hand_out)(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to,
                       struct rv_lease *lease);

  /* What comes of a part of a trunk (trunk.h): what was found above its root and not told, and the
   * wakeup tree of the root as it is when all of it is explored (piece.keeps; else an empty one).
   */
  void (*write_result)(struct rv_explorer *x, struct rv_bytes *to);

  /* What was found below to be explored from a state: true if it is new there; if that is above
   * the root, it is found once more. */
  bool (*apply)(struct rv_explorer *x, struct rv_state *state, struct rv_reader *from);
};

extern const struct rv_split rv_split_branches, rv_split_backtrack;

void rv_piece_init(struct rv_piece *piece, const struct rv_memory *memory);
void rv_piece_clear(struct rv_piece *piece);

/* As in arrive(), while steps are followed: the state as it was, and its step planned. */
void rv_piece_follow(struct rv_explorer *x, struct rv_state *state);

/* Whether the last step on the stack is the one that was recorded. */
bool rv_piece_is_repeated(const struct rv_explorer *x);

/* Writes who was put to sleep at a state, with so many more to come; returns how many these are. */
uint32_t rv_write_added(struct rv_explorer *x, uint64_t depth, struct rv_bytes *to, uint32_t more);
void rv_write_sleeper(struct rv_bytes *to, rv_tid thread, uint32_t choice, const struct rv_op *op);

/* In place of the thread of a step: the first branch is to be planned. */
enum { RV_PLAN_FIRST = RV_MAX_THREADS };

/* What a result begins with. RV_RESULT_MISFIT: the first branch can't be taken. In a part of a
 * trunk that is nothing special: a thread may turn out to wait, and all that was found may be
 * covered. RV_RESULT_BAD: this can't be what was handed out. */
enum { RV_RESULT_MISFIT, RV_RESULT_FITS, RV_RESULT_BAD };

/* The numbers before the statistics of a piece, and these. */
enum { RV_PIECE_HEAD = 5 };
void rv_write_piece_head(struct rv_bytes *to, uint64_t states, uint64_t root, uint64_t guessed,
                         bool keeps, uint64_t random);
void rv_write_stats(struct rv_bytes *to, const struct rv_stats *stats);
void rv_read_stats(struct rv_reader *from, struct rv_stats *stats);

/* A branch is planned: if it is somebody else's, that is awaited. */
void rv_lease_plan(struct rv_explorer *x, rv_tid thread);
/* Whose a branch is; 0: nobody's. */
uint64_t rv_lease_of(const struct rv_explorer *x, uint64_t depth, rv_tid thread);
void rv_lease_add(struct rv_explorer *x, struct rv_lease lease);

#endif
