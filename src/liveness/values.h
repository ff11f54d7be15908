/*
 * Where the values of a function come from: before each of its instructions, which registers and
 * which words of its frame hold what a register held when the function was called, plus a constant.
 * The frame's own addresses are such values, of rsp. Addresses that a function gives away, to other
 * functions or to memory outside its frame, may be used by anything from then on.
 */
#ifndef RAVEL_LIVENESS_VALUES_H
#define RAVEL_LIVENESS_VALUES_H

#include "liveness/function.h"
#include "liveness/value.h"

enum {
  RETURN_ADDRESS = 8, /* its size: what lies between the frame and its end, the CFA */
  FRAME_WORDS =
      128, /* that are followed, from the end of the frame downwards; the others may be read */
  FRAME_BYTES = 8 * FRAME_WORDS,
};

struct values {
  bool reached;
  struct value registers[REGISTERS];
  struct value words[FRAME_WORDS]; /* word i is at -8 * (i + 1) from the CFA */
};

/* A set of bytes of the frame: bit i is the byte at -(i + 1) from the CFA. */
struct frame_bytes {
  uint64_t bits[FRAME_BYTES / 64];
};

struct flow {
  const struct function *function;
  struct values *before;        /* by node */
  uint16_t given;               /* origins of values that were given away */
  struct frame_bytes arguments; /* bytes that may be arguments of calls */
};

/* What a call leaves behind: `values` become those after it. */
void flow_call(struct flow *flow, struct values *values, const struct callee *callee);

/* False if the stack pointer is not always known. In either case it must be freed. */
bool flow_run(struct flow *flow, const struct function *function);
void flow_free(struct flow *flow);

/* What an access may touch. */
struct extent {
  enum { EXTENT_ELSEWHERE, EXTENT_EXACT, EXTENT_WHOLE } kind; /* of the frame */
  int32_t begin, end;                                         /* EXTENT_EXACT: from the CFA */
};

struct extent extent_of(const struct flow *flow, const struct values *values,
                        const struct access *access);
struct extent extent_at(const struct flow *flow, const struct value *address, int32_t offset,
                        uint32_t size);

/* Adds bytes to the set, or takes them away. */
void frame_bytes_set(struct frame_bytes *bytes, int32_t begin, int32_t end, bool in);
bool frame_bytes_has(const struct frame_bytes *bytes, int32_t offset);

#endif
