/* What instructions of assembly access, as `ravel cc` reads them. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "cli/assembly.h"
#include "protocol/assembly.h"

enum {
  R = ASSEMBLY_READS,
  W = ASSEMBLY_WRITES,
  RW = R | W,
  LOCKED = RW | ASSEMBLY_LOCKED,
  COMPARES = LOCKED | ASSEMBLY_COMPARES,
  NOTHING = 0,
};

static const struct {
  const char *statement;
  bool locked;
  uint32_t code;
  const char *memory;
} rows[] = {
    {"movl (%rdi), %eax", false, R | 4, "(%rdi)"},
    {"movl %eax, 8(%rdi,%rcx,4)", false, W | 4, "8(%rdi,%rcx,4)"},
    {"movq $1, head(%rip)", false, W | 8, "head(%rip)"},
    {"mov %al, flag", false, W | 1, "flag"},
    {"mov %r9w, (%rax)", false, W | 2, "(%rax)"},
    {"mov (%rax), %r10d", false, R | 4, "(%rax)"},
    {"mov (%rax), %r10", false, R | 8, "(%rax)"},
    {"movzbl (%rsi), %eax", false, R | 1, "(%rsi)"},
    {"movslq 4(%rsi), %rax", false, R | 4, "4(%rsi)"},
    {"cmpl $0, lock(%rip)", false, R | 4, "lock(%rip)"},
    {"addl (%rdi), %eax", false, R | 4, "(%rdi)"},
    {"addl %eax, (%rdi)", false, RW | 4, "(%rdi)"},
    {"addl %eax, (%rdi)", true, LOCKED | 4, "(%rdi)"},
    {"incq (%rdi)", true, LOCKED | 8, "(%rdi)"},
    {"xchg %eax, (%rdi)", false, LOCKED | 4, "(%rdi)"},
    {"xchg (%rdi), %ax", false, LOCKED | 2, "(%rdi)"},
    {"xaddl %eax, (%rdi)", true, LOCKED | 4, "(%rdi)"},
    {"cmpxchgq %rcx, (%rdi)", true, COMPARES | 8, "(%rdi)"},
    {"cmpxchg16b (%rdi)", true, LOCKED | 16, "(%rdi)"},
    {"sete (%rdi)", false, W | 1, "(%rdi)"},
    {"stmxcsr 4(%rdi)", false, W | 4, "4(%rdi)"},
    {"fldcw (%rdi)", false, R | 2, "(%rdi)"},
    {"fnstsw %ax", false, NOTHING, ""},
    {"mfence", false, ASSEMBLY_FENCE | ASSEMBLY_LOCKED, ""},
    {"lfence", false, ASSEMBLY_FENCE | R, ""},
    {"sfence", false, ASSEMBLY_FENCE | W, ""},
    {"xchgq %rbx,%rbx", false, ASSEMBLY_REQUEST, ""},
    {"addl $0, 0(%rsp)", true, ASSEMBLY_FENCE | ASSEMBLY_LOCKED, ""},
    {"orl $0, 4(%rdi)", true, LOCKED | 4, "4(%rdi)"},
    {"orl $0, 4(%rsp)", true, LOCKED | 4, "4(%rsp)"},
    {"andl $0, (%rsp)", true, LOCKED | 4, "(%rsp)"},
    {"btsl $3, (%rdi)", true, LOCKED | 4, "(%rdi)"},
    /* What is accessed is not known: another word, a segment, an operation that is not in the
       table. */
    {"btsq %rax, (%rdi)", true, ASSEMBLY_UNKNOWN, ""},
    {"movl %fs:0, %eax", false, ASSEMBLY_UNKNOWN, ""},
    {"mulq (%rdi)", false, ASSEMBLY_UNKNOWN, ""},
    {"pushq (%rdi)", false, ASSEMBLY_UNKNOWN, ""},
    {"rep movsb", false, ASSEMBLY_UNKNOWN, ""},
    {"stosq", false, ASSEMBLY_UNKNOWN, ""},
    /* Neither memory nor anything that others see. */
    {"rep nop", false, NOTHING, ""},
    {"movsbl %al, %eax", false, NOTHING, ""},
    {"movl $8, %eax", false, NOTHING, ""},
    {"leaq 8(%rdi), %rax", false, NOTHING, ""},
    {"jne 1b", false, NOTHING, ""},
    {"call other", false, NOTHING, ""},
    {"rep", false, NOTHING, ""},
    {"pause", false, NOTHING, ""},
    {"", false, NOTHING, ""},
};

static void accesses_are_read(void) {
  TEST("what instructions access is read from their mnemonics and operands");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct assembly_access access = {0};
    const bool found =
        assembly_access(rows[i].statement, strlen(rows[i].statement), rows[i].locked, &access);
    if (found != (rows[i].code != NOTHING) || (found && access.code != rows[i].code) ||
        (found && (access.length != strlen(rows[i].memory) ||
                   memcmp(access.memory, rows[i].memory, access.length))))
      fprintf(stderr, "%s: %x, %.*s\n", rows[i].statement, access.code, (int)access.length,
              access.memory);
    CHECK(found == (rows[i].code != NOTHING));
    CHECK(!found || access.code == rows[i].code);
    CHECK(!found || (access.length == strlen(rows[i].memory) &&
                     memcmp(access.memory, rows[i].memory, access.length) == 0));
  }
}

static bool is_instrumented(const char *text) {
  struct buffer out = {0};
  const bool changed = assembly_instrument(text, &out);
  const bool has_call = strstr(buffer_text(&out), ASSEMBLY_HOOK) != NULL;
  CHECK(changed == has_call);
  buffer_free(&out);
  return changed;
}

static void only_inline_assembly_is_changed(void) {
  TEST("inline assembly, fences and atomic instructions get calls, in AT&T's syntax and in code");
  CHECK(is_instrumented("#APP\n\tmovl (%rdi), %eax\n#NO_APP\n"));
  CHECK(is_instrumented("#APP\n1:\tlock; incl (%rdi)\n#NO_APP\n"));
  CHECK(!is_instrumented("\tmovl (%rdi), %eax\n"));
  CHECK(is_instrumented("\tlock cmpxchgl\t%ecx, (%rbx)\n"));
  CHECK(is_instrumented("\tmfence\n"));
  CHECK(!is_instrumented("\t.intel_syntax noprefix\n\tlock cmpxchg\tDWORD PTR [rbx], ecx\n"));
  CHECK(!is_instrumented("#APP\n#NO_APP\n\tmovl (%rdi), %eax\n"));
  CHECK(!is_instrumented("#APP\n\t.pushsection .x\n\tmovl (%rdi), %eax\n\t.popsection\n#NO_APP\n"));
  CHECK(is_instrumented(
      "#APP\n\t.pushsection .text.slow,\"ax\"\n\tincl (%rdi)\n\t.popsection\n#NO_APP\n"));
  CHECK(!is_instrumented("\t.intel_syntax noprefix\n#APP\n\tmov eax, [rdi]\n#NO_APP\n"));
  CHECK(!is_instrumented("#APP\n\t.ascii \"movl (%rdi), %eax; movl (%rdi), %eax\"\n#NO_APP\n"));
}

static void stack_operands_stay_where_they_are(void) {
  TEST("an operand relative to the stack pointer is found where it was");
  struct buffer out = {0};
  assembly_instrument("#APP\n\tmovl 12(%rsp), %eax\n#NO_APP\n", &out);
  CHECK(strstr(buffer_text(&out), "leaq 136+12(%rsp), %rax"));
  CHECK(strstr(buffer_text(&out), "\tmovl 12(%rsp), %eax"));
  buffer_free(&out);
  assembly_instrument("#APP\n\tmovl (4*2)(%rsp), %eax\n\tmovl ( %rsp ), %eax\n#NO_APP\n", &out);
  CHECK(strstr(buffer_text(&out), "leaq 136+(4*2)(%rsp), %rax"));
  CHECK(strstr(buffer_text(&out), "leaq 136( %rsp ), %rax"));
  buffer_free(&out);
}

static unsigned calls_in(const char *text) {
  struct buffer out = {0};
  unsigned n = 0;
  assembly_instrument(text, &out);
  for (const char *at = buffer_text(&out); (at = strstr(at, ASSEMBLY_HOOK)); at++)
    n++;
  buffer_free(&out);
  return n;
}

static bool forgets_flags(const char *text) {
  struct buffer out = {0};
  char first[32];
  snprintf(first, sizeof first, "pushq $%u", ASSEMBLY_FIRST | ASSEMBLY_READS | 4);
  assembly_instrument(text, &out);
  const bool found = strstr(buffer_text(&out), first) != NULL;
  buffer_free(&out);
  return found;
}

static void flags_and_jumps_are_kept(void) {
  TEST("flags have no meaning only where a statement begins, and jumps reach as far as before");
  CHECK(forgets_flags("#APP\n# 1 \"x.c\" 1\n\tmovl (%rdi), %eax\n#NO_APP\n"));
  CHECK(!forgets_flags("#APP\n# 1 \"x.c\" 1\n1:\tmovl (%rdi), %eax\n\tjnz 1b\n#NO_APP\n"));
  CHECK(!forgets_flags("#APP\n# 1 \"x.c\" 1\n\tstc\n# a comment\n\tmovl (%rdi), %eax\n#NO_APP\n"));
  CHECK(calls_in("#APP\n# 1 \"x.c\" 1\n1:\tincl (%rdi)\n\tincl (%rsi)\n\tloop 1b\n#NO_APP\n") == 1);
}

#define CLANG "\t.ident\t\"clang version 14\"\n"

static void clang_marks_each_statement(void) {
  TEST("clang marks each statement, and what it leaves of atomics outside is no access");
  CHECK(is_instrumented("\t#APP\n\tmovl (%rdi), %eax\n\t#NO_APP\n" CLANG));
  CHECK(!is_instrumented("\t#APP\n\t#NO_APP\n\tmovl (%rdi), %eax\n" CLANG));
  CHECK(!is_instrumented("\tlock\t\tcmpxchg16b\t(%rbx)\n" CLANG));
  CHECK(is_instrumented("\tmfence\n" CLANG));
  CHECK(forgets_flags("\t#APP\n\tmovl (%rdi), %eax\n\t#NO_APP\n" CLANG));
  CHECK(calls_in("\t#APP\n1:\tincl (%rdi)\n\tincl (%rsi)\n\tloop 1b\n\t#NO_APP\n"
                 "\t#APP\n\tincl (%rsi)\n\t#NO_APP\n" CLANG) == 2);
  CHECK(calls_in("\t#APP\n\tincl (%rsi)\n\t#NO_APP\n\tloop 1b\n" CLANG) == 1);
}

int main(void) {
  clang_marks_each_statement();
  flags_and_jumps_are_kept();
  accesses_are_read();
  only_inline_assembly_is_changed();
  stack_operands_stay_where_they_are();
  return check_report();
}
