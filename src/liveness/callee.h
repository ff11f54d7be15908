/* What a call may do to the frame of the function that calls. */
#ifndef RAVEL_LIVENESS_CALLEE_H
#define RAVEL_LIVENESS_CALLEE_H

#include "liveness/binary.h"
#include "liveness/value.h"

enum { MAX_CALLEE_DEPTH = 8 };

struct callee {
  bool hook;           /* one of the calls that instrumentation makes: no arguments on the stack */
  bool confined;       /* it accesses no memory but variables, its own, and what it reaches */
  bool returns;        /* false: never */
  bool unconventional; /* it returns twice, as setjmp does, or preserves other registers */
  uint16_t given;      /* registers whose values others may have from now on */
  /* The bytes that it may read and write at the address in a register: [begin, end) from there. */
  struct reach {
    int32_t begin, end;
  } reach[REGISTERS];
  struct value result; /* in rax; where it has no origin, it is nothing that the caller passed */
};

/* Functions of a file that were looked into. */
struct callees {
  const struct binary *binary;
  uint32_t depth, n, capacity;
  struct known_callee {
    uint64_t address;
    struct callee callee;
  } * known; /* to be freed */
};

/* Whether a function of another module, by its name, does not come back. */
bool callee_never_returns(const char *name);

/* Of a call or jump. */
struct callee callee_of(struct callees *callees, const struct step *step);

/* Looks into a function of the file; false if it is not understood. */
bool callee_summarise(struct callees *callees, uint64_t address, struct callee *callee);

#endif
