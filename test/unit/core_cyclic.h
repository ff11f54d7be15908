/*
 * Systems in which states come again: random threads with loops that need never end.
 */
#ifndef RAVEL_TEST_UNIT_CORE_CYCLIC_H
#define RAVEL_TEST_UNIT_CORE_CYCLIC_H

#include "core/explorer.h"

enum { THREADS = 3, CODE = 3, CELLS = 2, VALUES = 3, PLACES = CODE + 1 };
enum { LOCALS = THREADS * PLACES * VALUES, FINALS = VALUES * VALUES * 27, LONGEST = 20000 };

enum kind { READ, WRITE, ADD, AWAIT, CHOOSE };

/* Then on to one place or another, by whether what was read last is 0; CODE is the end. */
struct instruction {
  uint8_t kind, cell, value, next[2];
};

struct cyclic_state {
  uint8_t cell[CELLS], pc[THREADS], r[THREADS];
};

/* Where the present execution has been, and who went on from there. */
struct cyclic_past {
  struct cyclic_state state;
  uint64_t enabled;
  rv_tid thread;
};

struct cyclic {
  struct rv_system interface;
  struct instruction code[THREADS][CODE];
  struct cyclic_state now;
  bool local[LOCALS]; /* that were reached */
  bool final[FINALS];
  struct rv_op op;
  uint64_t enabled;
  uint64_t steps;
  struct cyclic_past past[LONGEST];
  bool looks_back; /* where livelocks are looked for: */
  bool goes_round; /* a step was made from a state in which the execution had been before, */
  bool fairly;     /* and each thread that could go on in between has */
};

/* Threads with instructions of the first so many kinds. */
void cyclic_make_up(struct cyclic *s, uint64_t seed, unsigned kinds);

bool cyclic_can_go_on(const struct cyclic *s, const struct cyclic_state *state, unsigned thread);

/* The state after a step. */
struct cyclic_state cyclic_after(const struct cyclic *s, struct cyclic_state state, unsigned thread,
                                 uint32_t choice);

enum rv_progress cyclic_explore(struct cyclic *s, struct rv_options options);

#endif
