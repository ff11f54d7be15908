#define _GNU_SOURCE
#include "cli/assembly.h"

#include <ctype.h>
#include <string.h>

#include "protocol/assembly.h"

/* Below the stack pointer a function may keep variables that no call is known to overwrite. */
enum { RED_ZONE = 128, PUSHED = 8 };

struct assembly {
  struct buffer *out;
  bool inline_assembly; /* between #APP and #NO_APP */
  uint64_t data;        /* a bit for each .pushsection without its .popsection: it has no code */
  bool skipped;         /* this asm statement must not grow */
  bool intel;           /* another syntax */
  bool clang;           /* has written it: atomics that are left are no accesses of the program */
  bool first;           /* no instruction of this asm statement yet */
  bool changed;
};

/* Operands that the stack pointer is part of are where they were before it was moved. */
static void put_address(const struct assembly_access *access, struct buffer *out) {
  const char *register_at = memmem(access->memory, access->length, "%rsp", 4);
  const char *open = memchr(access->memory + 1, '(', access->length - 1);
  if (register_at)
    buffer_printf(out, "%d%s", RED_ZONE + PUSHED,
                  access->memory[0] == '(' && (!open || open > register_at) ? "" : "+");
  buffer_printf(out, "%.*s", (int)access->length, access->memory);
}

/* None of these instructions changes the flags. What nobody uses any more becomes 0: registers are
 * part of a thread's local state, and what is left there may differ from one iteration of a loop to
 * the next. */
static void put_call(const struct assembly_access *access, struct buffer *out) {
  if (access->replaced_length)
    buffer_printf(out, "\tmov $0, %.*s\n", (int)access->replaced_length, access->replaced);
  buffer_printf(out, "\tleaq -%d(%%rsp), %%rsp\n\tpushq %%rax\n", RED_ZONE);
  if (access->length) {
    buffer_puts(out, "\tleaq ");
    put_address(access, out);
    buffer_puts(out, ", %rax\n");
  }
  buffer_printf(out,
                "\tpushq $%u\n\tcall *" ASSEMBLY_HOOK "@GOTPCREL(%%rip)\n\tleaq 8(%%rsp), %%rsp\n"
                "\tpopq %%rax\n\tleaq %d(%%rsp), %%rsp\n",
                access->code, RED_ZONE);
}

/* What Ravel answers, and is called in loops that wait. None returns more than one word. */
static bool is_answered(const char *name, const char *end) {
  static const char *const prefixes[] = {"__tsan_", "pthread_", "sem_",   "mtx_",   "cnd_",
                                         "thrd_",   "sched_",   "usleep", "nanosl", "sleep"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (name < end && strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  return false;
}

/* What Ravel's functions leave in registers that no call preserves is never used, but in a function
 * with assembly it would be part of the thread's local state. */
static void put_after_call(const char *line, const char *end, struct buffer *out) {
  static const char *const registers[] = {"ecx", "esi", "edi", "r8d", "r9d", "r10d", "r11d"};
  const char *call = line + strspn(line, " \t");
  const char *name = strncmp(call, "call", 4) == 0 ? call + 4 + strspn(call + 4, "q \t") : end;
  if (!is_answered(name, end))
    return;
  for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
    buffer_printf(out, "\txorl %%%s, %%%s\n", registers[i], registers[i]);
  if (!memmem(name, (size_t)(end - name), "128", 3))
    buffer_puts(out, "\txorl %edx, %edx\n");
  for (int i = 0; i < 16; i++)
    buffer_printf(out, "\tpxor %%xmm%d, %%xmm%d\n", i, i);
}

/* --- statements ------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at))
    at++;
  return at;
}

static bool is_word(const char *at, const char *end, const char *word) {
  const size_t n = strlen(word);
  return (size_t)(end - at) >= n && memcmp(at, word, n) == 0 &&
         (at + n == end || !(isalnum((unsigned char)at[n]) || at[n] == '_'));
}

/* Behind the labels that it begins with. */
static const char *skip_labels(const char *at, const char *end) {
  for (;;) {
    const char *name = at = skip_blanks(at, end);
    while (name < end && (isalnum((unsigned char)*name) || strchr("_.$", *name)))
      name++;
    if (name == at || name == end || *name != ':')
      return at;
    at = name + 1;
  }
}

static void look_at_directive(struct assembly *assembly, const char *at, const char *end) {
  const size_t n = (size_t)(end - at);
  if (is_word(at, end, ".pushsection"))
    assembly->data = assembly->data << 1 | !(memmem(at, n, ".text", 5) || memmem(at, n, "\"ax", 3));
  else if (is_word(at, end, ".popsection"))
    assembly->data >>= 1;
  else if (is_word(at, end, ".intel_syntax") || is_word(at, end, ".att_syntax"))
    assembly->intel = at[1] == 'i';
}

/* A statement as it is; a call before it, behind its labels, if it accesses memory. The prefix lock
 * may be a statement of its own: it goes with the next one. */
static void put_statement(struct assembly *assembly, const char *at, const char *end,
                          bool *locked) {
  const char *instruction = skip_labels(at, end);
  if (instruction != skip_blanks(at, end))
    assembly->first = false; /* a jump may lead there, with flags */
  if (instruction < end && *instruction == '.')
    look_at_directive(assembly, instruction, end);
  const bool is_lock = is_word(instruction, end, "lock");
  const char *operation = is_lock ? skip_blanks(instruction + 4, end) : instruction;
  const char *behind = end;
  while (behind > operation && isspace((unsigned char)behind[-1]))
    behind--;
  struct assembly_access access;
  if (is_lock && operation == end) {
    buffer_add(assembly->out, at, (size_t)(instruction - at));
    *locked = true;
    return;
  }
  const bool lock = is_lock || *locked;
  *locked = false;
  buffer_add(assembly->out, at, (size_t)(instruction - at));
  if (!(assembly->data & 1) && !assembly->intel && !assembly->skipped &&
      assembly_access(operation, (size_t)(behind - operation), lock, &access)) {
    access.code |= assembly->first ? ASSEMBLY_FIRST : 0;
    buffer_putc(assembly->out, '\n');
    put_call(&access, assembly->out);
    assembly->changed = true;
  }
  assembly->first &= operation == behind;
  buffer_printf(assembly->out, "\t%s%.*s", lock ? "lock; " : "", (int)(end - operation), operation);
}

/* Statements are separated by semicolons, but not in strings; a comment ends the line. */
static void put_line(struct assembly *assembly, const char *at, const char *end, bool *locked) {
  bool quoted = false;
  const char *from = at;
  for (; at < end; at++) {
    if (*at == '"' && (at == from || at[-1] != '\\'))
      quoted = !quoted;
    if (!quoted && *at == '#')
      break;
    if (quoted || *at != ';')
      continue;
    put_statement(assembly, from, at, locked);
    buffer_putc(assembly->out, '\n');
    from = at + 1;
  }
  if (skip_blanks(from, at) < at)
    put_statement(assembly, from, at, locked);
  buffer_putc(assembly->out, '\n');
}

/* An asm statement follows: the compiler names its line (# 12 "file.c" 1). */
static bool begins_statement(const char *text, const char *end) {
  return end - text > 3 && text[0] == '#' && text[1] == ' ' && isdigit((unsigned char)text[2]) &&
         memchr(text, '"', (size_t)(end - text));
}

/* Some jumps reach only some bytes: nothing may be put between them and where they lead. */
static bool has_short_jumps(const char *text) {
  static const char *const jumps[] = {"loop", "jrcxz", "jecxz", "jcxz"};
  const char *const line = strstr(text, "\n#"), *const over = strstr(text, "#NO_APP");
  const char *const end = line && (!over || line < over) ? line : over;
  for (; *text && text != end; text++)
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++)
      if (strncmp(text, jumps[i], strlen(jumps[i])) == 0 && isspace((unsigned char)text[-1]))
        return true;
  return false;
}

/* Compilers call hooks for atomics and fences, but for a few: gcc makes reductions of OpenMP
 * atomic after it has instrumented the program, and both have fences as builtins (_mm_mfence). */
static bool is_from_compiler(const struct assembly *assembly, const char *text, const char *end) {
  static const char *const names[] = {"mfence", "lfence", "sfence", "lock"};
  const size_t n = sizeof names / sizeof *names - assembly->clang;
  const char *at = skip_blanks(text, end);
  for (size_t i = 0; i < n; i++)
    if (is_word(at, end, names[i]))
      return true;
  return false;
}

static void begin_statement(struct assembly *assembly, const char *behind) {
  static const struct assembly_access unknown = {.code = ASSEMBLY_UNKNOWN, .memory = ""};
  assembly->first = true;
  assembly->skipped = assembly->inline_assembly && has_short_jumps(behind);
  if (!assembly->skipped)
    return;
  put_call(&unknown, assembly->out);
  assembly->changed = true;
}

/* The compiler marks where inline assembly begins and ends. */
static void look_at_mark(struct assembly *assembly, const char *text, const char *end) {
  const char *const at = skip_blanks(text, end);
  if (!is_word(at, end, "#APP") && !is_word(at, end, "#NO_APP"))
    return;
  assembly->inline_assembly = at[1] == 'A';
  assembly->skipped = false;
  assembly->data = 0;
  if (assembly->clang) /* which has a mark for each statement, and does not name its line */
    begin_statement(assembly, end);
}

bool assembly_instrument(const char *text, struct buffer *out) {
  struct assembly assembly = {.out = out, .clang = strstr(text, "clang version ")};
  bool locked = false;
  while (*text) {
    const char *end = strchrnul(text, '\n'), *next = *end ? end + 1 : end;
    look_at_mark(&assembly, text, end);
    if (begins_statement(text, end))
      begin_statement(&assembly, next);
    if (assembly.inline_assembly ? *skip_blanks(text, end) != '#'
                                 : is_from_compiler(&assembly, text, end)) {
      assembly.first &= assembly.inline_assembly; /* here flags may have a meaning */
      put_line(&assembly, text, end, &locked);
    } else {
      look_at_directive(&assembly, skip_blanks(text, end), end);
      buffer_add(out, text, (size_t)(next - text));
      put_after_call(text, end, out);
    }
    text = next;
  }
  return assembly.changed;
}
