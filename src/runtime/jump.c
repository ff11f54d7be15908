/*
 * longjmp() out of what is explored: a test framework leaves a test that has failed in this way.
 * The state that it jumps to is not on a stack of the execution, so the jump is its end.
 */
#define _GNU_SOURCE
#include <setjmp.h>

#include "runtime/error.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/thread.h"

/* Where the stack will be; 0: it is not known. Libc keeps it in a form that cannot be forged. */
static uint64_t stack_after(const struct __jmp_buf_tag *to) {
#if defined(__x86_64__)
  enum { STACK_POINTER = 6 };
  uint64_t at = (uint64_t)to->__jmpbuf[STACK_POINTER];
  __asm__("ror $0x11, %0\n\txor %%fs:0x30, %0" : "+r"(at)::"cc");
  return at;
#else
  (void)to;
  return 0;
#endif
}

static void look_at_jump(const struct __jmp_buf_tag *to, uint64_t pc, void *frame) {
  const uint64_t at = rt.inside && rt.current ? stack_after(to) : 0;
  if (at && !in_stack_of(rt.current, at))
    fail(ERROR_ASSERTION, pc, frame, "the check is left by longjmp(), as by a test that fails");
}

#define DEFINE_JUMP(name)                                                                          \
  EXPORT _Noreturn void name(struct __jmp_buf_tag to[1], int value) {                              \
    look_at_jump(to, CALLER, FRAME);                                                               \
    REAL(name)(to, value);                                                                         \
    __builtin_trap();                                                                              \
  }

void __longjmp_chk(struct __jmp_buf_tag to[1], int value) __attribute__((noreturn));
DEFINE_JUMP(longjmp)
DEFINE_JUMP(_longjmp)
DEFINE_JUMP(siglongjmp)
DEFINE_JUMP(__longjmp_chk)
