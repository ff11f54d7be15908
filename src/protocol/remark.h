/*
 * What the worker has noticed that is no error: a sentence for people each, once for each place.
 */
#ifndef RAVEL_PROTOCOL_REMARK_H
#define RAVEL_PROTOCOL_REMARK_H

#include <stdint.h>

enum { SHARED_MAX_REMARKS = 64, SHARED_MAX_CONDS = 64 };

enum remark_kind {
  REMARK_UNJOINED,    /* the thread created there is neither joined nor detached */
  REMARK_ENDS_LOCKED, /* a thread ends and keeps the mutex that it has locked there, */
  REMARK_LOCKED,      /* or that it has locked somewhere: the place is that of its creation */
  REMARK_UNWRITTEN,   /* memory of the heap is read there that nobody has written */
};

struct shared_remark {
  uint32_t kind; /* enum remark_kind */
  uint64_t pc;
};

/* A condition variable: where it was signalled first, and whether anybody ever waited for it. */
struct shared_cond {
  uint64_t addr;
  uint64_t signalled_at; /* 0: never */
  uint32_t waited;
};

#endif
