/*
 * Mutexes and atomic objects, for the other parts of datarace: what their operations order, and
 * which threads accessed them atomically.
 */
#ifndef RAVEL_RUNTIME_DATARACE_OBJECTS_H
#define RAVEL_RUNTIME_DATARACE_OBJECTS_H

#include "runtime/datarace.h"
#include "runtime/datarace_clocks.h"

void objects_clear(void);
void objects_forget(uint64_t addr, uint64_t size);

/* The two halves of an atomic operation. Its access lies between them: after what it acquires,
 * before what it releases. A read-modify-write has a load and an update. */
void objects_load(rv_tid thread, uint64_t addr, int order);
void objects_store(rv_tid thread, uint64_t addr, int order);
void objects_update(rv_tid thread, uint64_t addr, int order);

/* Whether one of the last so many stores of the thread has ended a release sequence of a third
 * thread. */
bool objects_has_buried(rv_tid thread, uint64_t addr, uint32_t stores);

/* Does another thread know all that is released there, and this one all that the other had done
 * when it released something last? */
bool objects_may_be_updated_by(rv_tid thread, rv_tid other, uint64_t addr);

/* A write to a place of its own: it goes on with what was released in another place, if any. */
void objects_publish(rv_tid thread, uint64_t addr, uint64_t continued, int order);
void objects_release(rv_tid thread, uint64_t addr); /* of a mutex */
void objects_fence(rv_tid thread, int order);

/* An atomic access to bytes of one granule. */
void objects_access(rv_tid thread, uint64_t granule, uint32_t bytes, bool writes,
                    enum datarace_how how);

/* An atomic access to some of these bytes that a plain one races with. */
struct objects_race {
  rv_tid other;
  uint32_t bytes;
  bool other_writes;
  uint8_t other_how;
};
bool objects_are_used_by(rv_tid thread, uint64_t granule, uint32_t bytes);
bool objects_race(rv_tid thread, uint64_t granule, uint32_t bytes, bool writes,
                  struct objects_race *found);

#endif
