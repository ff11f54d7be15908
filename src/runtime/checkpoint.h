/*
 * Checkpoints: states of the current execution to which the search can return without running the
 * program from the start. A checkpoint is a list of pieces of memory, copied and copied back.
 * What is touched rarely but spread widely (shadow memory) is not copied: its old values are logged
 * when they are overwritten, and put back.
 */
#ifndef RAVEL_RUNTIME_CHECKPOINT_H
#define RAVEL_RUNTIME_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Called by the files that own state, from their *_pieces() functions: this much at this address
 * belongs to the state. Returns the copy; NULL: there is none. */
char *checkpoint_piece(void *at, size_t size);

/* A small variable of this library that belongs to every state. Such variables lie together, so
 * that they are one piece. Those of race detection are not compared when states are. */
#define KEPT __attribute__((section("ravel_kept")))
#define KEPT_OF_RACES __attribute__((section("ravel_kept_of_races")))
void checkpoint_kept(void);
void checkpoint_kept_of_races(void);

/* This state can't be kept: something is too large, or not for copying. */
void checkpoint_refuse(void);

/* Before memory that is no piece is overwritten. */
void checkpoint_log(void *at, size_t size);

/* The program has made `steps` steps. Makes a checkpoint if that is worth it; `sure` says that the
 * search will return to this state. */
void checkpoint_keep(uint64_t steps, bool sure);

/* Returns to the last checkpoint with at most `steps` steps, and forgets those after it. Returns
 * false, and has changed nothing, if there is none. */
bool checkpoint_back(uint64_t steps);

/* Forgets those with more steps. */
void checkpoint_forget(uint64_t steps);

/* Forgets all: the program starts anew. */
void checkpoint_reset(void);

/* Keeps the present state, and all checkpoints while the program starts anew, until the present
 * state is returned to. Returns false if it can't be kept. */
bool checkpoint_hold(uint64_t steps);
void checkpoint_release(void);

/* Comparing states: the first keeps the pieces of the present state; the second says whether the
 * present state has the same pieces with the same bytes, except for a given range. Both say no
 * where there are no checkpoints. */
struct remembered {
  void (*const pieces)(void); /* names what is compared */
  char *copy;
  size_t size;   /* 0: there is none */
  void *differs; /* the first piece that was not the same; NULL: there are other pieces */
};
bool checkpoint_remember(struct remembered *state);
bool checkpoint_as_remembered(struct remembered *state, uint64_t except, size_t except_size);

/* Where states are compared, words that point there are all the same. */
void checkpoint_ignore(uint64_t begin, uint64_t end);

/* A hash of the pieces of the present state, and where they are. */
bool checkpoint_fingerprint(void (*pieces)(void), uint64_t fingerprint[2]);

/* What makes up the state. */
struct checkpoint_state {
  void (*pieces)(void);      /* names them all */
  void (*before_back)(void); /* around their being put back */
  void (*after_back)(void);
};

/* States are to be kept; without this call none are. */
void checkpoint_init(const struct checkpoint_state *state);

/* Whether any are, so far. */
bool checkpoint_is_possible(void);

/* From now on none are, and those that were are forgotten. */
void checkpoint_stop(void);

#endif
