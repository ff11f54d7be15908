/*
 * What the runtime finds out for good: facts of its own (core/facts.h). Most are marks: the address
 * of a granule of memory that was thought private and is shared (private.h), or with one of these
 * bits something else.
 */
#ifndef RAVEL_PROTOCOL_MARK_H
#define RAVEL_PROTOCOL_MARK_H

#include <stdint.h>

#include "core/facts.h"

enum fact_kind {
  FACT_MARK = RV_FACT_SYSTEM + 1,
  FACT_TOLD_APART,   /* threads are no twins (symmetry.h) */
  FACT_PLAIN_SHARED, /* plain memory is written by one thread and accessed by another */
};

#define SPINLOOP_MARK (UINT64_C(1) << 63)   /* the address of an operation that spins, */
#define SPINLOOP_CYCLES (UINT64_C(1) << 62) /* with others */
#define DEAD_WORD_MARK (UINT64_C(1) << 59)  /* with SPINLOOP_MARK: see dead_words.h; */
#define DEAD_WORD_NONE (UINT64_C(1) << 58)  /* no word is dead at this place; */
#define DEAD_WORD_HALF (UINT64_C(1) << 57)  /* half of a value, the low one first */
#define TURN_MARK (UINT64_C(1) << 58)       /* with SPINLOOP_MARK alone: see turn.h; */
#define TURN_DEAD (UINT64_C(1) << 57)       /* part of a guess (dead_memory.h) */
#define TURN_LAST (UINT64_C(1) << 56)       /* the last operation of a void turn */
#define TURN_GIVEN_UP (UINT64_C(1) << 55)   /* no turn that ends there is ever void */
#define TURN_HELPED (UINT64_C(1) << 54)     /* memory of helping.h; TURN_GIVEN_UP: refuted */
#define TURN_ATTEMPT                                                                               \
  (UINT64_C(1) << 53) /* a place of attempts, or part of what attempt.h knows                      \
                       */
#define TURN_ADDRESS ((UINT64_C(1) << 48) - 1) /* the address in one of these */
#define HIDDEN_READ_MARK (UINT64_C(1) << 61)   /* a granule that is read unseen (hidden_reads.h) */
#define COMBINING_MARK (UINT64_C(1) << 60)     /* a granule where kinds meet (combining.h) */
#define SC_MEMORY_MARK (HIDDEN_READ_MARK | COMBINING_MARK) /* a granule, see weak_memory.h */
#define PRIVATE_MARK_LATER (UINT64_C(1) << 62) /* the granule is not shared from the beginning */

#endif
