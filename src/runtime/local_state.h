/*
 * The local state of a thread: its stack, with what a call must preserve on top of it, and its
 * thread-local data. `from` is where the stack begins; it grows downwards from stack_high.
 */
#ifndef RAVEL_RUNTIME_LOCAL_STATE_H
#define RAVEL_RUNTIME_LOCAL_STATE_H

#include "runtime/runtime.h"

enum { LOCAL_STATE_MAX = 1 << 20 };

/* Where it begins for a function whose ENTRY this is: with the registers of its caller. */
static inline const char *local_state_begins(const void *entry) {
#if defined(__x86_64__)
  return (const char *)entry - 5 * 8;
#else
  return entry;
#endif
}

/* How large a copy is; 0: too large to be worth it. */
size_t local_state_size(const struct thread *thread, const char *from);

void local_state_copy(char *copy, const struct thread *thread, const char *from);
bool local_state_equals(const char *copy, const struct thread *thread, const char *from);
void local_state_put_back(const char *copy, const struct thread *thread, char *from);

#endif
