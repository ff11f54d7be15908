/*
 * What the command tells the worker of the program's machine code (src/liveness).
 */
#ifndef RAVEL_PROTOCOL_LIVENESS_H
#define RAVEL_PROTOCOL_LIVENESS_H

#include <stdint.h>

enum { SHARED_MAX_SLOTS = 48, SHARED_MAX_LIVENESS = 4096 };

/* What a function still reads of its registers and its frame once a call in it returns to pc. */
struct shared_liveness {
  uint64_t pc;    /* a return address in the running program */
  uint32_t known; /* 0: nothing is known, everything may be live */
  uint32_t
      cfa_is_rbp; /* at pc, the end of the frame (the CFA) is rbp + cfa_offset; else rsp + it */
  int32_t cfa_offset;
  uint32_t dead; /* bit i: callee-saved register i (0 rbx, 1 rbp, 2 r12 ... 5 r15) holds a value of
                    this function that it does not read any more */
  int32_t saved[6]; /* where this function keeps its caller's register i, as offset from the CFA; 0:
                       it has not saved it, the register still is the caller's */
  uint32_t overwrites; /* the call is a hook: so many bytes are overwritten, and not read before, by
                          what it makes or announces; 0: that is not known */
  uint32_t forgets;    /* the call is a compare-and-swap: what it tells of what it has found, other
                          than by its result, is not read */
  uint32_t ignores_result; /* what the call returns is not read, other than to be kept where nobody
                              reads it */
  uint32_t unseen;         /* there is code that reads memory and does not say so */
  uint32_t stores_unseen;  /* a store that nothing announces may come before the next hook of a
                              store or of a visible operation, */
  uint32_t returns;        /* or the function may return */
  uint32_t n_slots;
  struct {
    int32_t begin, end;
  } slots[SHARED_MAX_SLOTS]; /* dead bytes of the frame: offsets from the CFA, [begin, end) */
};

#endif
