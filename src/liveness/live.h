/* Which registers and which bytes of its frame a function may still read: the registers and bytes
 * that are read, on some way from here, before they are overwritten. */
#ifndef RAVEL_LIVENESS_LIVE_H
#define RAVEL_LIVENESS_LIVE_H

#include "liveness/values.h"

struct live {
  uint16_t registers;
  struct frame_bytes bytes;
};

/* What may be read from each node on; to be freed. */
struct live *live_run(const struct flow *flow);

/* What may be read by what a call calls, and from its return on. */
struct live live_during(const struct flow *flow, const struct live *all, uint32_t call);

/* What a call returns is not read, but perhaps kept where nobody reads it. */
bool live_ignores_result(const struct flow *flow, const struct live *all, uint32_t call);

/* A compare-and-swap: what it may have written where it was told what to expect is not read. */
bool live_forgets_expected(const struct flow *flow, const struct live *all, uint32_t call);

#endif
