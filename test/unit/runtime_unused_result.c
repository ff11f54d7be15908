/* What comes after the call of an atomic operation: does anything use its result? */
#include "runtime/unused_result.h"

#include "check.h"

#if defined(__x86_64__)

/* Each piece begins where such a call returns. Where nothing else is said, the result is
 * overwritten at the end of the piece: that it is found unused says that nothing before it was
 * taken for a use. */
#define PIECE(name, text)                                                                          \
  extern const char name[];                                                                        \
  __asm__(".text\n" #name ":\n" text "\nxorl %eax, %eax\nret\n");

/* --- results that are used -----------------------------------------------------------------------
 */

PIECE(moved, "movl %eax, %ebx")
PIECE(stored, "movl %eax, -4(%rbp)")
PIECE(stored_byte, "movb %al, -1(%rbp)")
PIECE(extended, "movzbl %al, %ebx")
PIECE(sign_extended, "movslq %eax, %rbx")
PIECE(is_address, "movl (%rax), %ebx")
PIECE(is_index, "movl (%rbx,%rax,4), %ecx")
PIECE(is_address_of_store, "movl $1, (%rax)")
PIECE(made_an_address, "leaq 8(%rax), %rdi")
PIECE(compared, "cmpl $3, %eax")
PIECE(compared_with_register, "cmpl %ecx, %eax")
PIECE(tested, "testl %eax, %eax")
PIECE(added, "addl %eax, %ebx")
PIECE(added_to, "addl %ebx, %eax")
PIECE(added_one, "addl $1, %eax")
PIECE(shifted, "shll $2, %eax")
PIECE(pushed, "pushq %rax")
PIECE(low_byte_is_overwritten, "movb $0, %al\nmovl %eax, %ebx")
PIECE(low_half_is_overwritten, "movw $0, %ax\nmovl %eax, %ebx")
PIECE(low_half_is_loaded, "movw (%rbx), %ax\nmovl %eax, %ebx")
PIECE(low_half_is_cleared, "xorw %ax, %ax\nmovl %eax, %ebx")
PIECE(moved_if, "cmovel %eax, %ebx")
PIECE(used_if_not_zero, "testl %ebx, %ebx\nje 1f\nmovl %eax, %ecx\n1:")
PIECE(used_if_zero, "testl %ebx, %ebx\nje 1f\nxorl %eax, %eax\nret\n1: movl %eax, %ecx")
PIECE(used_after_jump, "jmp 1f\nnop\n1: movl %eax, %ecx")
PIECE(
    used_in_the_second_branch,
    "testl %ebx, %ebx\nje 1f\ntestl %ecx, %ecx\nje 2f\n1: xorl %eax, %eax\nret\n2: movl %eax, %edx")
PIECE(returned, "ret")
PIECE(used_by_unknown, "cpuid")
PIECE(jumped_to, "jmp *%rax")
PIECE(jumped_by_table, "jmp *(%rbx)")
PIECE(called, "call *%rax")
PIECE(turned_for_ever, "1: jmp 1b")

/* --- results that are not ------------------------------------------------------------------------
 */

PIECE(overwritten, "")
PIECE(overwritten_by_constant, "movl $5, %eax\nmovl %eax, %ebx")
PIECE(overwritten_by_long_constant, "movabsq $0x123456789abcdef, %rax\nmovq %rax, %rbx")
PIECE(overwritten_by_load, "movl (%rbx), %eax\nmovl %eax, %ecx")
PIECE(overwritten_by_address, "leaq 4(%rbx), %rax\nmovq %rax, %rcx")
PIECE(overwritten_by_extension, "movzbl (%rbx), %eax\nmovl %eax, %ecx")
PIECE(overwritten_by_call, "call overwritten\nmovl %eax, %ebx")
PIECE(overwritten_by_called_pointer, "call *8(%rbx)\nmovl %eax, %ebx")
PIECE(popped, "popq %rax\nmovq %rax, %rbx")
PIECE(others_are_moved, "movl %ecx, %ebx\nmovq %r8, %r9\nmovl $1, (%rbx)\nmovw $7, 2(%rbx)")
PIECE(others_are_used,
      "addl %ecx, %ebx\ncmpl $1000, %r8d\ntestl %edi, %edi\nshll $2, %ebx\nincl %ebx")
PIECE(extended_registers, "movl %r8d, %ebx\nleaq (%rbx,%r12,4), %rdi\npushq %r8\npopq %r8")
PIECE(unused_on_both_paths, "testl %ebx, %ebx\nje 1f\nmovl $1, %ecx\n1: movl $2, %edx")
PIECE(unused_after_jump, "jmp 1f\nmovl %eax, %ebx\n1:")
PIECE(unused_before_frame_ends, "leave\nnop")

struct piece {
  const char *name, *code;
};

#define NAMED(name)                                                                                \
  { #name, name }

static const struct piece used[] = {
    NAMED(moved),
    NAMED(stored),
    NAMED(stored_byte),
    NAMED(extended),
    NAMED(sign_extended),
    NAMED(is_address),
    NAMED(is_index),
    NAMED(is_address_of_store),
    NAMED(made_an_address),
    NAMED(compared),
    NAMED(compared_with_register),
    NAMED(tested),
    NAMED(added),
    NAMED(added_to),
    NAMED(added_one),
    NAMED(shifted),
    NAMED(pushed),
    NAMED(low_byte_is_overwritten),
    NAMED(low_half_is_overwritten),
    NAMED(low_half_is_loaded),
    NAMED(low_half_is_cleared),
    NAMED(moved_if),
    NAMED(used_if_not_zero),
    NAMED(used_if_zero),
    NAMED(used_after_jump),
    NAMED(used_in_the_second_branch),
    NAMED(returned),
    NAMED(used_by_unknown),
    NAMED(jumped_to),
    NAMED(jumped_by_table),
    NAMED(called),
    NAMED(turned_for_ever),
};

static const struct piece unused[] = {
    NAMED(overwritten),
    NAMED(overwritten_by_constant),
    NAMED(overwritten_by_long_constant),
    NAMED(overwritten_by_load),
    NAMED(overwritten_by_address),
    NAMED(overwritten_by_extension),
    NAMED(overwritten_by_call),
    NAMED(overwritten_by_called_pointer),
    NAMED(popped),
    NAMED(others_are_moved),
    NAMED(others_are_used),
    NAMED(extended_registers),
    NAMED(unused_on_both_paths),
    NAMED(unused_after_jump),
    NAMED(unused_before_frame_ends),
};

static void test_pieces(const struct piece *pieces, size_t n, bool are_unused) {
  for (size_t i = 0; i < n; i++) {
    TEST(pieces[i].name);
    CHECK_EQ(result_is_unused((uint64_t)(uintptr_t)pieces[i].code), are_unused);
  }
}

int main(void) {
  test_pieces(used, sizeof used / sizeof *used, false);
  test_pieces(unused, sizeof unused / sizeof *unused, true);
  TEST("what is known of one place is not told of another");
  for (unsigned i = 0; i < 3; i++) {
    CHECK(!result_is_unused((uint64_t)(uintptr_t)moved));
    CHECK(result_is_unused((uint64_t)(uintptr_t)overwritten));
  }
  return check_report();
}

#else

int main(void) {
  return check_report(); /* elsewhere it is never known */
}

#endif
