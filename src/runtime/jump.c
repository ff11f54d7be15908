/*
 * longjmp() out of what is explored: a test framework leaves a test that has failed in this way.
 * The state that it jumps to is not on a stack of the execution, so the jump is its end.
 *
 * What sigsetjmp() saves of the signal mask is the kernel's, which is not the thread's
 * (signals.c). That one is kept beside it, in words which libc does not use.
 */
#define _GNU_SOURCE
#include <setjmp.h>

#include "runtime/error.h"
#include "runtime/inside.h"
#include "runtime/jump.h"
#include "runtime/libc_table.h"
#include "runtime/real.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"
#include "runtime/signals.h"
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

/* The library of a test framework jumps for the program, which has called it. */
static uint64_t inside_place(uint64_t pc, const void *frame) {
  const uint64_t caller = module_caller(rt.current, (uintptr_t)frame, inside_function());
  return in_one_module(inside_function(), pc) || !caller ? pc : caller;
}

static void look_at_jump(const struct __jmp_buf_tag *to, uint64_t pc, void *frame) {
  const uint64_t at = rt.inside && rt.current ? stack_after(to) : 0;
  if (at && !in_stack_of(rt.current, at))
    fail(ERROR_ASSERTION, inside_place(pc, frame), frame,
         "the check is left by longjmp(), as by a test that fails");
}

enum { OUR_MASK = 1, OUR_MARK = 2 }; /* words of the mask that is saved */
#define MARK UINT64_C(0x7261766c6d61736b)

void jump_prepared(const struct libc_call *call, struct libc_ranges *ranges) {
  struct __jmp_buf_tag *const to = (struct __jmp_buf_tag *)libc_argument(call, 0);
  if (libc_has_returned(ranges) || !libc_argument(call, 1))
    return;
  to->__saved_mask.__val[OUR_MASK] = signals_mask_of(rt.current->tid);
  to->__saved_mask.__val[OUR_MARK] = MARK;
}

static void put_mask_back(const struct __jmp_buf_tag *to, uint64_t pc, void *frame) {
  if (rt.current && to->__mask_was_saved && to->__saved_mask.__val[OUR_MARK] == MARK &&
      to->__saved_mask.__val[OUR_MASK] != signals_mask_of(rt.current->tid))
    signals_mask_changes(to->__saved_mask.__val[OUR_MASK], pc, frame);
}

#define DEFINE_JUMP(name)                                                                          \
  EXPORT _Noreturn void name(struct __jmp_buf_tag to[1], int value) {                              \
    look_at_jump(to, CALLER, FRAME);                                                               \
    put_mask_back(to, CALLER, FRAME);                                                              \
    REAL(name)(to, value);                                                                         \
    __builtin_trap();                                                                              \
  }

void __longjmp_chk(struct __jmp_buf_tag to[1], int value) __attribute__((noreturn));
DEFINE_JUMP(longjmp)
DEFINE_JUMP(_longjmp)
DEFINE_JUMP(siglongjmp)
DEFINE_JUMP(__longjmp_chk)
