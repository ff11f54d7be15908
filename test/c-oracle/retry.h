/*
 * Loops that try again: compare-and-swap loops, locks, what is taken back, readers of sequence
 * locks. Each is a line of letters (retry.c), from which both the code of the abstract machine and
 * the C source are made.
 */
#ifndef RAVEL_TEST_C_ORACLE_RETRY_H
#define RAVEL_TEST_C_ORACLE_RETRY_H

#include "machine.h"

/* How many shapes there are, and the features whose objects one of them takes. */
unsigned retry_shapes(void);
unsigned retry_needs(unsigned shape);

/* Attempts that are taken back where they fail, for programs in which they are locks: whether a
 * shape is one, and one of them. */
bool retry_attempts(unsigned shape);
unsigned retry_attempt(unsigned number);

/* It helps others that run the same on the same variables. */
bool retry_helps(unsigned shape);

/* It looks at the plain variable, and holds what these statements take and give back. */
bool retry_looks_at_plain(unsigned shape);
struct retry_guard {
  uint8_t take, give;
};
struct retry_guard retry_guard(unsigned shape);

/* What another thread can do to let it end, if that is known: a statement of kind YIELD if not. */
struct statement retry_waits_for(const struct statement *s);

/* Which of its guard (1) and the second mutex (2) it leaves locked. */
unsigned retry_leaves_locked(unsigned shape);

void retry_lower(struct lowered *to, struct thread_code *code, const struct statement *s);

/* What must stand before the thread's function, and the statement itself. */
void retry_emit_function(FILE *to, const struct program *p, unsigned k, const struct statement *s);
void retry_emit(FILE *to, const struct program *p, unsigned k, const struct statement *s);

#endif
