/*
 * Atomic accesses under a weak memory model. The explorer says which step's write a load reads from
 * (core/graph.h), and whether a store is the last in the modification order. What every step has
 * written is kept; memory itself has what is last, which is what plain accesses find that are
 * ordered with all atomic ones. A plain write begins the history of an object anew: unless it
 * races, all accesses before and after it are ordered with it.
 */
#ifndef RAVEL_RUNTIME_WEAK_H
#define RAVEL_RUNTIME_WEAK_H

#include "runtime/runtime.h"
#include "runtime/worker.h"

struct weak_access {
  uint64_t addr;
  uint32_t size;
  int order, failure; /* of a compare-and-swap that fails */
  uint64_t pc;        /* 0: it is not the program's, and traces do not show it */
  void *frame;
  bool updates; /* it is a read-modify-write, or a compare-and-swap; */
  bool adds;    /* under sc: one that commutes with its like */
};

/* The number of the execution, never 0: what is noted of memory in another one does not count. */
extern uint64_t weak_execution;
void weak_reset(void);
void weak_pieces(void);

/* A load, or the read of a read-modify-write; `compared` is what a compare-and-swap expects. */
uint64_t weak_read(const struct weak_access *access, const uint64_t *compared);

void weak_write(const struct weak_access *access, uint64_t value);

/* The write of a read-modify-write that has read `old`. */
void weak_update(const struct weak_access *access, uint64_t old, uint64_t value);

void weak_fence(int order, uint64_t pc, void *frame);

/* A plain access is about to happen; one that is volatile, or another operation on memory. */
void weak_plain(uint64_t addr, uint64_t size, bool write);
void weak_other_access(uint64_t addr, uint64_t size);

/* What a plain access that is an event does: the operation it is; what a read finds that reads from
 * a step (one more than its number, or 0); a write begins, its step, and what it has stored. */
struct rv_op weak_op(const struct weak_access *access, uint32_t mode);
uint64_t weak_value(uint64_t addr, uint32_t size, uint32_t source);
uint64_t weak_begin_write(uint64_t addr, uint32_t size);
void weak_end_write(uint64_t step, uint64_t value);

/* Wipes, from a copy of a thread's memory, the objects that others can access: what they hold is no
 * part of its local state. */
void weak_wipe_shared(char *copy, uint64_t addr, uint64_t size);

/* The step that wrote what an object has last; 0: none, otherwise one more than its number. */
uint32_t weak_last(uint64_t addr);

/* Whether from so many steps on all that was read was last in the modification order, and all that
 * was written became so. Such steps can be made again and again, under every memory model. */
bool weak_reads_last_since(uint64_t steps);

/* What a weak memory model executes otherwise than sc, or refuses, is about to happen. */
static inline void weak_matters(void) {
  if (unlikely(rt.until_weak))
    worker_needs_graphs();
}

/* Something that is not explored under a weak memory model. */
_Noreturn void weak_refuse(const char *what);

#endif
