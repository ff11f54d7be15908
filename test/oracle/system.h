/*
 * A small program as a system for the explorer.
 */
#ifndef RAVEL_TEST_ORACLE_SYSTEM_H
#define RAVEL_TEST_ORACLE_SYSTEM_H

#include "brute.h"
#include "core/explorer.h"
#include "told.h"

enum { MAX_PENDING = 4 }; /* accesses of an operation before it is made */

/* What the explorer's use of a program must come to, and what it did wrong. */
struct oracle_system {
  struct rv_system interface;
  const struct program *p;
  struct equivalence equivalence;
  struct trace_set traces; /* of the complete executions */
  uint64_t repeated;       /* complete executions of a trace that was there before */
  const char *misuse;      /* a call that the explorer must not make */
  struct told told;        /* what it tells of its search, */
  bool has_reasons;        /* where branches follow from conflicts */

  struct machine m, remembered;
  unsigned pad;                /* stores of its own that each thread makes before each step */
  uint8_t padded[MAX_THREADS]; /* of these, how many each has made */
  uint8_t remembered_padded[MAX_THREADS];
  struct pick pick[MAX_EVENTS];
  unsigned n;
  struct machine_step made;
  struct rv_op op[MAX_THREADS];
  struct rv_access pending[MAX_THREADS][MAX_PENDING], done[MAX_TOUCHES];
  struct rv_effect effect[4 * MAX_THREADS];
  uint64_t enabled;
};

void oracle_system_init(struct oracle_system *s, const struct program *p,
                        const struct equivalence *equivalence, unsigned pad);
/* The explorer's search is judged by what it tells of it too. */
void oracle_system_tell(struct oracle_system *s, const struct rv_options *options);
void oracle_system_free(struct oracle_system *s);

/* Memory for an explorer, from the operating system; release gives all of it back but for the
 * addresses, which the next one takes. */
struct oracle_memory {
  char *bytes;
  size_t n; /* that are taken */
};

struct rv_memory oracle_memory(struct oracle_memory *memory);
void oracle_memory_release(struct oracle_memory *memory);

#endif
