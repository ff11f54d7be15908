/* Read-write locks, as far as others ask about them. */
#ifndef RAVEL_RUNTIME_RWLOCK_H
#define RAVEL_RUNTIME_RWLOCK_H

#include "runtime/runtime.h"

/* The thread has the lock at this address, to read or to write. Beyond the first readers, it is not
 * known who they are. */
bool rwlock_is_held_by(uint64_t addr, rv_tid thread);

#endif
