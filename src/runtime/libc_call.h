/*
 * Calls from the program into system libraries. The program's modules are patched, in a worker
 * only, so that such calls come through libc_stub.S first: libc_before(), the function itself,
 * libc_after() where there is something to be known only then. Calls from libc itself and from the
 * runtime do not come here.
 */
#ifndef RAVEL_RUNTIME_LIBC_CALL_H
#define RAVEL_RUNTIME_LIBC_CALL_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__)
enum { LIBC_REGISTERS = 6 };
#else
enum { LIBC_REGISTERS = 8 };
#endif

/* On the caller's stack, filled by libc_stub.S, which knows this layout. The registers that carry
 * arguments are saved as a va_list wants them. */
struct libc_call {
  uint64_t integer[LIBC_REGISTERS];
  uint64_t floating[8][2];
  uint64_t other;     /* rax or x8 */
  uint64_t *stack;    /* arguments beyond the registers */
  uint64_t slot;      /* which function */
  uint64_t pc;        /* where it will return to */
  void *frame;        /* of the stub */
  void *real;         /* set by libc_before(): what to call or jump to, */
  uint64_t words;     /* and how many words of the stack go with a call */
  uint64_t result[2]; /* set before libc_after() */
  void *locked;       /* the stream that is locked until then; NULL: none */
};

static inline uint64_t libc_argument(const struct libc_call *call, unsigned i) {
  return i < LIBC_REGISTERS ? call->integer[i] : call->stack[i - LIBC_REGISTERS];
}

/* Ranges of the program's memory that a call touches are collected before it, and once more after
 * it where only its result tells. */
struct libc_ranges;
bool libc_has_returned(const struct libc_ranges *ranges);
void libc_touches(struct libc_ranges *ranges, uint64_t addr, uint64_t size, bool write);

/* The same for what a call may write: before it, at most that; after it, what it has written. */
void libc_may_write(struct libc_ranges *ranges, uint64_t addr, uint64_t size);

/* A mapping changes: nobody may use the memory at that time, or (`write` is false) write it. */
void libc_remaps(struct libc_ranges *ranges, uint64_t addr, uint64_t size, bool write);

/* The bytes of a string with its terminator, of at most so many elements. */
uint64_t libc_string(uint64_t addr, uint64_t most);
uint64_t libc_wide_string(uint64_t addr, uint64_t most);

/* The function of this name is called in the place of the program, at `pc`, with six arguments. */
long libc_call_for(const char *name, const long *arguments, uint64_t pc, void *frame);

/* Called by libc_stub.S. */
bool libc_before(struct libc_call *call);
void libc_after(struct libc_call *call);

#endif
