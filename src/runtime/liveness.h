/*
 * Which parts of a thread's stack and registers are live: compilers leave values in slots and
 * registers that are never read again. The supervisor finds in the program's code what a function
 * still reads, and is asked here (struct shared_liveness).
 */
#ifndef RAVEL_RUNTIME_LIVENESS_H
#define RAVEL_RUNTIME_LIVENESS_H

#include "runtime/runtime.h"

void liveness_init(void);

/* Whether the live part of a stopped thread's local state equals that of a copy; `entry` is the
 * ENTRY of the function it is in. `shared` are bytes of the stack that do not belong to the local
 * state. */
bool liveness_same_state(const char *copy, size_t size, const struct thread *thread,
                         const void *entry, const struct rv_access *shared, uint32_t n_shared);

/* Wipes what is not live from a copy of a stopped thread's local state. */
void liveness_wipe(char *copy, const struct thread *thread, const void *entry);

/* The hook of a compare-and-swap returns to pc: is what it has found not read any more where it has
 * told that, other than in its result? */
bool liveness_forgets(uint64_t pc);

/* The hook that returns to pc: is its result not read, other than to be kept where nobody reads it?
 */
bool liveness_ignores_result(uint64_t pc);

/* Does the access that is made, or announced, by the hook that returns to pc overwrite so many
 * bytes, without having read any of them? */
bool liveness_overwrites(uint64_t pc, uint64_t size);

/* Is there code in the program that reads memory, perhaps writes it, and is not instrumented? Or
 * does what comes after pc store to memory without saying so? */
bool liveness_reads_unseen(uint64_t pc);

/* The second of these alone. */
bool liveness_stores_unseen(uint64_t pc);

/* Can a thread that stands, in a function whose ENTRY this is, be tried? It must not run code that
 * does not say what it stores, which could not be undone. */
bool liveness_can_be_tried(const struct thread *thread, const void *entry);

#endif
