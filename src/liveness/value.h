/* A value, as far as it is known where it comes from: what registers held when the function was
 * called. */
#ifndef RAVEL_LIVENESS_VALUE_H
#define RAVEL_LIVENESS_VALUE_H

#include "liveness/instruction.h"

/* `exact`: the value of the register `origins`, of which there is one, plus `offset`; for rsp, the
 * offset is from the CFA. Otherwise it may be computed from the values of all those registers, or
 * from none. */
struct value {
  uint16_t origins;
  bool exact;
  bool by_rsp; /* found by rsp, not by the frame pointer: perhaps an argument on the stack */
  int32_t offset;
};

static inline bool is_register_at_call(const struct value *value, int reg) {
  return value->exact && value->origins == BIT(reg) && value->offset == 0;
}

static inline bool is_frame_address(const struct value *value) {
  return value->exact && value->origins == BIT(RSP);
}

/* A value that may be computed from both. */
static inline struct value blend(struct value a, struct value b) {
  const uint16_t origins = a.origins | b.origins;
  return (struct value){.origins = origins, .by_rsp = origins && (a.by_rsp || b.by_rsp)};
}

#endif
