/*
 * Which memory only one thread has touched in all executions so far. Such memory needs no
 * scheduling points. When a second thread touches a granule it becomes shared for good, and what
 * was explored without scheduling points for it must be explored again.
 */
#ifndef RAVEL_RUNTIME_PRIVATE_H
#define RAVEL_RUNTIME_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event.h"
#include "runtime/shadow.h"

/* How many granules were found to be shared by private_touch, since the process began. */
extern uint64_t private_grew;

/* Makes the granule of an address shared. */
void private_mark(uint64_t addr);

/* The last granules that were found to be shared, at most so many, in the order they were found, as
 * marks for private_import. */
void private_marks(uint64_t last, void (*callback)(uint64_t mark));

/* A granule that was found to be shared in an earlier process. With PRIVATE_MARK_LATER it was found
 * in the execution that is to be made again: it has its last owner, and becomes shared at the same
 * access as then. */
void private_import(uint64_t mark);

/* The owner of a granule, one more than its thread's number; 0: nobody yet. */
typedef uint16_t private_owner;
#define PRIVATE_SHARED UINT16_MAX
#define PRIVATE_ATOMIC (UINT16_MAX - 1) /* nobody, but it is accessed by atomic operations */

extern struct shadow private_owners;
bool private_touch_slowly(rv_tid thread, uint64_t addr, uint64_t size);

/* The same for a range of which a thread may use only a part; what is long is touched only where
 * somebody ever has. */
bool private_touch_used(rv_tid thread, uint64_t addr, uint64_t size);

/* A thread accesses memory atomically, which others see in any case. What plain accesses have made
 * private to another thread is shared then. */
void private_touch_atomically(rv_tid thread, uint64_t addr, uint64_t size);

/* A thread touches memory: is it private to that thread? Memory that nobody has touched becomes
 * so. */
static inline bool private_touch(rv_tid thread, uint64_t addr, uint64_t size) {
  if (shadow_in_one_granule(addr, size)) {
    const private_owner *owner = shadow_find(&private_owners, addr, sizeof *owner);
    if (owner && *owner == thread + 1)
      return true;
    if (owner && *owner == PRIVATE_SHARED)
      return false;
  }
  return private_touch_slowly(thread, addr, size);
}

#endif
