/*
 * Toy programs for the tests of the explorer: every thread is a function that says, from what the
 * thread has read so far, what it does next.
 */
#ifndef RAVEL_TEST_UNIT_CORE_TOY_H
#define RAVEL_TEST_UNIT_CORE_TOY_H

#include <setjmp.h>

#include "core/explorer.h"

enum toy_kind {
  TOY_END,
  TOY_READ,   /* r[to] = cell */
  TOY_WRITE,  /* cell = value */
  TOY_ADD,    /* r[to] = cell; cell += value, in one */
  TOY_AWAIT,  /* until cell == value */
  TOY_CHOOSE, /* r[to] = a number below value */
  TOY_CREATE, /* the thread numbered value */
  TOY_JOIN,   /* the thread numbered value */
  TOY_ASSUME, /* give up if value is 0; together with the visible operation before it */
};

struct toy_op {
  uint8_t kind;
  uint8_t to;
  uint32_t cell;
  uint64_t value;
};

struct toy_thread {
  uint8_t state; /* 0: not created, 1: running, 2: ended, 3: its assumption failed */
  uint32_t pc;
  uint64_t r[4];
};

enum { TOY_THREADS = 256, TOY_CELLS = 600 };

struct toy {
  struct rv_system interface;
  /* What a thread does next: made `t->pc` operations, read `t->r`. */
  struct toy_op (*code)(const struct toy *toy, unsigned thread, const struct toy_thread *t);
  unsigned size; /* N of the program */

  uint64_t cell[TOY_CELLS];
  struct toy_thread thread[TOY_THREADS];
  unsigned threads; /* threads below this number were created at some time */
  uint64_t steps;   /* made in the present execution */

  struct rv_op op;
  struct rv_effect effects[2 * TOY_THREADS];
  uint64_t enabled[TOY_THREADS / 64];

  /* What the tests want to go wrong. */
  uint64_t lose_at; /* the lose_at-th step of all never comes back: longjmp(lost) */
  uint64_t made;    /* steps of all executions */
  jmp_buf lost;
  uint64_t diverge_at; /* the diverge_at-th replay fails */
  uint64_t replays;
  uint64_t restart_at;           /* the restart_at-th step of all asks for a restart */
  uint64_t end_at;               /* the end_at-th step of all ends the run */
  uint64_t complete, incomplete; /* calls of finish */
};

void toy_init(struct toy *toy,
              struct toy_op (*code)(const struct toy *, unsigned, const struct toy_thread *),
              unsigned size);

/* Makes an explorer with this algorithm, attached to the toy. */
struct rv_explorer *toy_explorer(struct toy *toy, enum rv_algorithm algorithm, enum rv_order order,
                                 uint64_t max_steps);

/* Gives back the memory of all explorers made so far. */
void toy_release(void);

/* Memory taken from the system by explorers, as far as it was touched. */
uint64_t toy_resident(void);

extern const struct rv_memory toy_memory;

/* Explores to the end and returns the statistics. */
struct rv_stats toy_explore(struct toy *toy, enum rv_algorithm algorithm, enum rv_order order);

#endif
