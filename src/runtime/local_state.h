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

/* The ENTRY of which it does. */
static inline const void *local_state_entry(const char *from) {
  return from + (from - local_state_begins(from));
}

/* What is local and not in memory: how numbers are rounded, which exceptions there were, and what
 * the thread has said about cancellation. */
static inline uint64_t local_state_registers(const struct thread *thread) {
  uint64_t registers;
#if defined(__x86_64__)
  uint16_t x87, raised;
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  __asm__ volatile("fnstsw %0" : "=m"(raised));
  registers = __builtin_ia32_stmxcsr() | (uint64_t)x87 << 32 | (uint64_t)(raised & 0x3f) << 50;
#else
  uint64_t raised;
  __asm__ volatile("mrs %0, fpcr" : "=r"(registers));
  __asm__ volatile("mrs %0, fpsr" : "=r"(raised));
  registers |= (raised & 0x9f) << 50;
#endif
  return registers | (uint64_t)thread->cancellation.disabled << 48 |
         (uint64_t)thread->cancellation.asynchronous << 49;
}

/* How large a copy is; 0: too large to be worth it. */
size_t local_state_size(const struct thread *thread, const char *from);

void local_state_copy(char *copy, const struct thread *thread, const char *from);
bool local_state_equals(const char *copy, const struct thread *thread, const char *from);
void local_state_put_back(const char *copy, const struct thread *thread, char *from);

#endif
