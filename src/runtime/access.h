/*
 * The fast path of a memory access: what a `__tsan_*` hook does before the program goes on. The
 * rest is in access.c.
 */
#ifndef RAVEL_RUNTIME_ACCESS_H
#define RAVEL_RUNTIME_ACCESS_H

#include <string.h>

#include "runtime/datarace.h"
#include "runtime/runtime.h"

/* What is at an address, up to eight bytes of it. */
static inline uint64_t contents(uint64_t addr, uint64_t size) {
  uint64_t value = 0;
  memcpy(&value, (const void *)(uintptr_t)addr, size < 8 ? size : 8);
  return value;
}

/* Marks: facts that hold in every process (spinloop.h); a granule that is shared. */
void note_mark(uint64_t mark);

void plain_access_slowly(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *frame);

/* A load or store that is neither atomic nor volatile is about to happen. */
static inline void plain_access(uint64_t addr, uint64_t size, bool write, uint64_t pc,
                                void *frame) {
  if (rt.plain == PLAIN_NOTHING)
    return;
  if (rt.plain == PLAIN_CHECKED && likely(!rt.weak) &&
      datarace_covered(rt.current->tid, addr, size, write ? DATARACE_WRITE : DATARACE_READ))
    return;
  plain_access_slowly(addr, size, write, pc, frame);
}

/* A write that was announced may happen as late as now, after later releases of the thread. A
 * thread that has acquired only those releases races with it. */
void plain_write_goes_on(uint64_t addr, uint64_t size, uint64_t pc, void *frame);

/* Several ranges that library code is about to access as one operation, at most MAX_RANGES. */
struct plain_range {
  uint64_t addr, size;
  bool write;
  bool unsure;   /* how much of it is accessed is not known yet */
  bool remapped; /* a mapping changes: what is there is not looked at (mappings.h) */
};
void plain_ranges(const struct plain_range *ranges, uint32_t n, uint64_t pc, void *frame);

/* Are plain accesses events? Then they have to be announced before they are made. */
static inline bool plain_is_visible(void) {
  const uint32_t plain = rt.plain == PLAIN_WATCHED ? rt.behind : rt.plain;
  return plain == PLAIN_VISIBLE && !rt.current->await;
}

/* An operation on memory that is ordered with those of other threads is about to happen: waits
 * for its turn. `frame` is the caller's ENTRY. False: no other thread can see it, and there is no
 * event. */
struct ordered {
  bool event;        /* others can see it */
  bool stood;        /* and its thread stood before it */
  bool judged_later; /* whether it is a write, under a weak memory model */
};
struct ordered ordered_access_begins(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc,
                                     void *frame);
void ordered_access_ends(struct ordered how, uint64_t addr, uint32_t size, uint32_t mode,
                         uint64_t pc, void *frame);

static inline __attribute__((always_inline)) bool
ordered_access(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc, void *frame) {
  struct thread *const self = rt.current;
  const struct ordered how = ordered_access_begins(addr, size, mode, pc, frame);
  if (how.stood)
    switch_away(self);
  ordered_access_ends(how, addr, size, mode, pc, frame);
  return how.event;
}

/* The same for an access under a weak memory model; `addr` is where the object is. */
bool weak_ordered_access(const struct rv_op *op, uint64_t addr, uint64_t pc, void *entry);

/* The current thread touches memory: whether no other thread ever has. */
bool touch_privately(uint64_t addr, uint64_t size);

/* The current thread makes a visible access to memory: from now on other threads' plain accesses to
 * it are visible, too. */
void touch_atomically(uint64_t addr, uint64_t size);

/* The same for an operation that is an event in any case, such as a wait on a futex: if the memory
 * was another thread's own, what that thread does to it becomes an event, too. */
void touch_visibly(uint64_t addr, uint64_t size);

/* Permanent marks, such as of private memory that turned out to be shared. A new one makes the
 * exploration begin again. */
bool is_marked(uint64_t addr);
void mark(uint64_t addr);

/* What a visible access to [addr, addr+size) that happens right after its hook does. */
void performed_plain(uint64_t addr, uint64_t size, bool write);

/* A live block is about to be freed: waits for its turn where others can see it. */
void freeing_access(uint64_t addr, uint64_t size, uint64_t pc, void *frame);

/* Are races looked for just now? */
static inline bool races_are_checked(void) {
  return rt.plain == PLAIN_CHECKED || (rt.plain == PLAIN_WATCHED && rt.behind == PLAIN_CHECKED);
}

/* What a race is told to be between. */
enum access_kind {
  ACCESS_PLAIN,
  ACCESS_ATOMIC,
  ACCESS_VOLATILE,
  ACCESS_USE, /* of a synchronisation object */
  ACCESS_INIT,
  ACCESS_DESTROY,
  ACCESS_SCOPE_END, /* of a local variable */
  ACCESS_REMAP,     /* munmap and its kind */
  ACCESS_KINDS
};

/* Reports a race that the detector has found; returns if the program continues after it. */
void race_found(const struct datarace *race, enum access_kind kind, bool write, uint64_t pc,
                void *frame);

#endif
