/*
 * Stores that nothing announces, such as those of inline assembly. A thread that is tried, from the
 * return of a hook on, ends at the next hook of a store or of a visible operation; what it stores
 * before that could not be undone.
 */
#ifndef RAVEL_LIVENESS_UNSEEN_STORE_H
#define RAVEL_LIVENESS_UNSEEN_STORE_H

#include "liveness/binary.h"

struct unseen_store {
  bool stores;  /* memory other than the frame may be stored to before such a hook, */
  bool returns; /* or the function may return */
};

/* From `address` on, in whatever is called. */
struct unseen_store unseen_store_from(const struct binary *binary, uint64_t address);

#endif
