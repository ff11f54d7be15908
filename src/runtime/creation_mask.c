#define _GNU_SOURCE
#include "runtime/creation_mask.h"

#include <sys/stat.h>

#include "runtime/checkpoint.h"
#include "runtime/real.h"
#include "runtime/state.h"

static mode_t initial, now, given; /* `given` is what the kernel has */

static void creation_mask_give(void) {
  if (unlikely(given != now))
    REAL(umask)(now);
  given = now;
}

mode_t creation_mask(void) {
  return now;
}

void creation_mask_init(void) {
  initial = now = given = REAL(umask)(0);
  REAL(umask)(initial);
}

void creation_mask_before_back(void) {
  now = initial;
}

void creation_mask_reset(void) {
  now = initial;
  creation_mask_give();
}

void creation_mask_pieces(void) {
  if (now != initial)
    checkpoint_piece(&now, sizeof now);
}

void creation_mask_after_back(void) {
  creation_mask_give();
}

EXPORT mode_t umask(mode_t mask) {
  if (!rt.current)
    return REAL(umask)(mask);
  state_access(state_place(STATE_CREATION_MASK, 0), RV_READ | RV_WRITE, CALLER);
  const mode_t before = now;
  now = mask & 0777;
  creation_mask_give();
  return before;
}
