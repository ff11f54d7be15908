/*
 * Recording of one execution (TASK_RECORD).
 */
#ifndef RAVEL_RUNTIME_RECORD_H
#define RAVEL_RUNTIME_RECORD_H

#include "runtime/runtime.h"

/* What is at an address, up to eight bytes; 0 if nothing is. */
uint64_t contents_if_any(uint64_t addr, uint64_t size);

/* What a recording leaves below the stack must not decide on what is a loop, or an error does not
 * replay: it is wiped, and so it is where nothing is recorded. */
static inline struct record *recorded(struct record *line) {
  if (rt.current)
    wipe_if_loops();
  return line;
}

/* A line of the recorded story, or NULL when this execution is not being recorded. */
struct record *record_slowly(enum record_kind kind, uint64_t pc);
static inline struct record *record(enum record_kind kind, uint64_t pc) {
  return recorded(likely(!rt.telling) ? NULL : record_slowly(kind, pc));
}

struct record *record_access_slowly(enum record_kind kind, uint64_t addr, uint32_t size,
                                    uint64_t value, uint64_t stored, uint64_t pc);
static inline struct record *record_access(enum record_kind kind, uint64_t addr, uint32_t size,
                                           uint64_t value, uint64_t stored, uint64_t pc) {
  return recorded(likely(!rt.telling) ? NULL
                                      : record_access_slowly(kind, addr, size, value, stored, pc));
}

/* An access that is about to be made: noted if it touches the watched range. */
void record_watched(uint64_t addr, uint64_t size, bool write, bool plain, uint64_t pc, void *frame);
/* A plain or volatile access that is an event. What a write stores is filled in later. */
struct record *record_plain(uint64_t addr, uint64_t size, bool write, uint64_t pc);
void record_scope_end(uint64_t addr, uint64_t size, uint64_t pc);
void record_free(uint64_t addr, uint64_t size, uint64_t pc);
void record_step_ends(void);
/* Fills in where the other side of a data race was. */
void record_other_side(struct shared_error *error, bool other_wrote);

#endif
