/*
 * What is known of the turns (turn.h) that threads are in.
 */
#ifndef RAVEL_RUNTIME_TURN_STATE_H
#define RAVEL_RUNTIME_TURN_STATE_H

#include "runtime/turn.h"

enum { MAX_TURNS = 6, MAX_READS = 48, MAX_WRITES = 12, MAX_TOUCHED = 12, MAX_LOCAL = 16 << 10 };

struct turn_read {
  struct rv_access access;
  uint64_t pc;
  uint64_t value;
  uint32_t writes; /* that came before it */
  uint64_t when;   /* the step; 0: it is a plain read */
};

struct turn_write {
  struct rv_access access;
  uint64_t pc;
  uint64_t old, now;
  uint64_t when; /* the step */
  bool plain;
  bool lock;     /* it locks or unlocks: others see that by lock operations, not by accesses */
  bool adds;     /* it is an addition */
  bool stores;   /* it has not read what was there */
  bool releases; /* to race detection */
  bool helps;    /* another thread was about to write the same (helping.h) */
  bool looked;   /* another thread has accessed it since, */
  bool added;    /* or added to it, and does not use what it found */
};

/* Bytes of the thread's stack that another thread has accessed: they are no local state. */
struct turn_touched {
  struct rv_access access;
  uint32_t steps; /* that came before it, when it was accessed last */
};

/* Where a turn has begun. */
struct turn {
  uint64_t pc;
  struct rv_access access;
  uint64_t registers;
  uint64_t operands[4];
  const char *from;
  uint32_t kind, size;
  uint32_t reads, writes, steps; /* how many of each came before it */
  const void *hook;              /* what it begins with, an atomic operation; NULL: not known */
  int order;
  struct {
    uint64_t pc;
    struct rv_access access;
  } before; /* what the thread did before it stood there; pc 0: nothing */
};

/* The turns that a thread is in, and what it has done since the first of them began. */
struct turns {
  uint32_t n, n_reads, n_writes, n_touched, steps;
  uint32_t settled; /* plain writes of the step under way come after these */
  uint64_t plain;   /* the last step in which memory was accessed plainly; 0: there is none */
  uint32_t of;      /* the one that was void, or would be if the next operation were made */
  bool in_step;     /* whose operation is not noted yet */
  bool helps;       /* if it succeeds, it does so in the place of another thread (helping.h) */
  bool helped;      /* the thread, while it was tried, has gone on to help */
  struct turn turns[MAX_TURNS];
  struct turn_read reads[MAX_READS];
  struct turn_write writes[MAX_WRITES];
  struct turn_touched touched[MAX_TOUCHED];
  char local[MAX_TURNS][MAX_LOCAL];
};

struct turns *turns_of(const struct thread *thread);

/* The thread is in no turn. */
void turns_forget(struct thread *thread, struct turns *turns);

/* Everything that the thread has written since the turn began has been undone, except plain writes
 * that no other thread has accessed. */
bool turn_leaves_only_plain(const struct thread *self, const struct turns *turns,
                            const struct turn *turn);

/* It stands before the operation with which the turn began. */
bool turn_same_operation(const struct turn *turn, const struct thread *self);

static inline bool overlap(const struct rv_access *a, const struct rv_access *b) {
  return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

static inline bool same_range(const struct rv_access *a, const struct rv_access *b) {
  return a->addr == b->addr && a->size == b->size;
}

#endif
