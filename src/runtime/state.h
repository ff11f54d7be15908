/*
 * State that the kernel and libc keep for all threads of a program: how it ends, its environment,
 * its descriptors, its files. Each part of it is an object like any other, with operations that
 * read it, add to it or change it. An object has no memory of its own here: a place in a reserved
 * range of addresses stands for it (SHARED_STATE_BASE, protocol/layout.h), and holds nothing.
 *
 * A place that only one thread has ever acted on has no events. When a second thread does, it is
 * marked and the exploration begins again, as for private memory.
 */
#ifndef RAVEL_RUNTIME_STATE_H
#define RAVEL_RUNTIME_STATE_H

#include "runtime/runtime.h"

static inline uint64_t state_place(enum shared_state kind, uint64_t index) {
  return SHARED_STATE_BASE + kind * SHARED_STATE_KIND + index * SHARED_STATE_STRIDE;
}

static inline bool state_is_place(uint64_t addr) {
  return addr - SHARED_STATE_BASE < STATE_KINDS * SHARED_STATE_KIND;
}

/* The current thread is about to act on an object: waits for its turn. `mode` is RV_READ (looks),
 * RV_ADD or RV_READ | RV_WRITE (changes). */
void state_access(uint64_t place, uint32_t mode, uint64_t pc);

/* What a call does to such objects, in one go. */
enum { STATE_MAX_ACTS = MAX_RANGES };

struct state_acts {
  struct rv_access list[STATE_MAX_ACTS];
  uint32_t n;
  int64_t shown;                   /* the number of a descriptor, for the report; negative: none */
  const struct blocking *blocking; /* until when it waits for its turn; NULL: nobody keeps it */
  const struct blocking
      *tries;       /* what makes it fail, with the first one unchanged; NULL: nothing */
  uint32_t watched; /* the first so many say whether it has to wait */
  uint32_t kept;    /* of the last so many, others have to do with some */
  bool timed;       /* it waits, but not for ever */
  bool cancellable; /* a request to cancel the thread ends the wait, too */
  uint8_t ends;     /* enum wait_ends: which handlers of signals end the wait */
  bool ended;       /* one has: nothing was done */
  bool varies;      /* it says afterwards what it did to the first one */
  bool releases;    /* it never keeps others from going on */
};

void state_add(struct state_acts *acts, uint64_t place, uint32_t mode);

/* Of several places one beside the other, with which others have to do; after all others. */
void state_add_range(struct state_acts *acts, uint64_t first, uint32_t places, uint32_t mode);

void state_add_once(struct state_acts *acts, uint64_t place, uint32_t mode); /* if it is not in */
void state_act(struct state_acts *acts, uint64_t pc);
bool state_would_block(const struct state_acts *acts);
bool state_acts_alike(const struct state_acts *a, const struct state_acts *b);

/* The program has changed something that stays with this process for good: the next execution gets
 * another one. `why` goes on after "the program". */
void state_lasts(const char *why, ...) __attribute__((format(printf, 1, 2)));

/* It calls a function that may keep state which a checkpoint does not put back; `lasting`: which
 * nothing in this process does. */
void state_is_kept(const char *function, bool lasting);

#endif
