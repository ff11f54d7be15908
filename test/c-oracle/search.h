/*
 * What must come out of a program: every schedule of the abstract machine, states seen before left
 * out.
 */
#ifndef RAVEL_TEST_C_ORACLE_SEARCH_H
#define RAVEL_TEST_C_ORACLE_SEARCH_H

#include "machine.h"

enum { MAX_OUTCOMES = 64, MAX_IDS = 1 + MAX_THREADS * MAX_STATEMENTS, BOUNDS = 4 };

/* Ids are bits. */
struct ids {
  uint64_t word[(MAX_IDS + 63) / 64];
};

struct found {
  struct ids failed, misused, racing;
  uint64_t outcomes; /* bits, for those of struct expected */
  uint32_t exits;    /* statuses, as bits */
  bool deadlock, cut;
  bool circle;  /* in some state: a deadlock, unless something else goes wrong first */
  bool endless; /* it may go on for ever under a fair scheduler (fair.h) */
};

struct expected {
  unsigned n;
  uint64_t
      outcome[MAX_OUTCOMES]; /* what main knows at its end, in the order in which it was found */
  struct found all;
  struct found bounded[BOUNDS]; /* within that many preemptions */
  uint64_t states;
};

/* False: too large. */
bool search(const struct lowered *code, struct expected *expected);

void ids_add(struct ids *ids, unsigned id);
bool ids_has(const struct ids *ids, unsigned id);

/* The values that main knows when it returns, as one number. */
uint64_t outcome_of(const struct program *p, const struct machine *m);

#endif
