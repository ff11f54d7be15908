#define _GNU_SOURCE
#include "cli/assembly.h"

#include <ctype.h>
#include <string.h>

#include "protocol/assembly.h"

enum { MAX_OPERANDS = 4 };

struct operand {
  const char *at;
  size_t length;
};

struct instruction {
  char name[16]; /* the mnemonic */
  struct operand operands[MAX_OPERANDS];
  uint32_t n;
};

/* --- reading ---------------------------------------------------------------------------------- */

static struct operand operand_trimmed(const char *from, const char *to) {
  while (from < to && isspace((unsigned char)*from))
    from++;
  while (to > from && isspace((unsigned char)to[-1]))
    to--;
  return (struct operand){from, (size_t)(to - from)};
}

static bool read_name(struct instruction *instruction, const char **at, const char *end) {
  size_t n = 0;
  for (; *at < end && isalnum((unsigned char)**at); (*at)++) {
    if (n == sizeof instruction->name - 1)
      return false;
    instruction->name[n++] = **at;
  }
  instruction->name[n] = '\0';
  return n > 0;
}

static bool read_operands(struct instruction *instruction, const char *at, const char *end) {
  int depth = 0;
  const char *from = at;
  for (; at <= end; at++) {
    if (at < end && (*at == '(' || *at == ')'))
      depth += *at == '(' ? 1 : -1;
    if (at < end && (*at != ',' || depth))
      continue;
    const struct operand operand = operand_trimmed(from, at);
    if (!operand.length)
      return at == end && instruction->n == 0;
    if (instruction->n == MAX_OPERANDS)
      return false;
    instruction->operands[instruction->n++] = operand;
    from = at + 1;
  }
  return true;
}

/* A register, an immediate value and the target of a jump through a register are not memory. What
 * has a segment is the thread's own. */
static bool is_memory(const struct operand *operand) {
  const char first = operand->at[0];
  return first != '%' && first != '$' && first != '*' && !memchr(operand->at, ':', operand->length);
}

/* --- sizes ------------------------------------------------------------------------------------ */

static uint32_t size_of_suffix(char suffix) {
  static const char suffixes[] = "bwlq";
  const char *at = suffix ? strchr(suffixes, suffix) : NULL;
  return at ? 1u << (at - suffixes) : 0;
}

/* Of a general register, by its name; 0: it is another one. */
static uint32_t size_of_register(const struct operand *operand) {
  char name[8] = "";
  if (operand->at[0] != '%' || operand->length < 3 || operand->length > sizeof name)
    return 0;
  memcpy(name, operand->at + 1, operand->length - 1);
  const size_t n = strlen(name);
  if (name[0] == 'r' && isdigit((unsigned char)name[1])) {
    const uint32_t size = size_of_suffix(name[n - 1] == 'd' ? 'l' : name[n - 1]);
    return isdigit((unsigned char)name[n - 1]) ? 8 : size;
  }
  if (n == 3 && (name[0] == 'r' || name[0] == 'e') &&
      (name[2] == 'x' || name[2] == 'i' || name[2] == 'p'))
    return name[0] == 'r' ? 8 : 4;
  if (name[n - 1] == 'l' || (n == 2 && name[1] == 'h'))
    return 1;
  return n == 2 && (name[1] == 'x' || name[1] == 'i' || name[1] == 'p') ? 2 : 0;
}

/* By the suffix that the mnemonic has beyond `base`, or else by a register. */
static uint32_t size_of(const struct instruction *instruction, const char *base) {
  const char *suffix = instruction->name + strlen(base);
  if (*suffix)
    return size_of_suffix(*suffix);
  for (uint32_t i = 0; i < instruction->n; i++) {
    const uint32_t size = size_of_register(&instruction->operands[i]);
    if (size)
      return size;
  }
  return 0;
}

/* --- what instructions do --------------------------------------------------------------------- */

enum form {
  LOADS,     /* of an operand in memory it only reads */
  STORES,    /* and if that is the last, it is only written */
  UPDATES,   /* and if that is the last, it is read and written */
  EXCHANGES, /* whichever it is, it is read and written, atomically in any case */
};

static const struct {
  const char *base;
  enum form form;
} forms[] = {
    {"mov", STORES},   {"movabs", STORES},   {"movnti", STORES}, {"cmp", LOADS},
    {"test", LOADS},   {"bt", LOADS},        {"imul", LOADS},    {"xchg", EXCHANGES},
    {"xadd", UPDATES}, {"add", UPDATES},     {"adc", UPDATES},   {"sub", UPDATES},
    {"sbb", UPDATES},  {"and", UPDATES},     {"or", UPDATES},    {"xor", UPDATES},
    {"inc", UPDATES},  {"dec", UPDATES},     {"neg", UPDATES},   {"not", UPDATES},
    {"bts", UPDATES},  {"btr", UPDATES},     {"btc", UPDATES},   {"rol", UPDATES},
    {"ror", UPDATES},  {"shl", UPDATES},     {"sal", UPDATES},   {"shr", UPDATES},
    {"sar", UPDATES},  {"cmpxchg", UPDATES},
};

static bool begins(const char *name, const char *with) {
  return strncmp(name, with, strlen(with)) == 0;
}

/* The row of an instruction: its mnemonic with or without a suffix. */
static int form_of(const struct instruction *instruction, uint32_t *size) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const char *base = forms[i].base, *suffix = instruction->name + strlen(base);
    if (begins(instruction->name, base) && (!*suffix || (size_of_suffix(*suffix) && !suffix[1]))) {
      *size = size_of(instruction, base);
      return (int)i;
    }
  }
  return -1;
}

/* Control and status of floating point, as many bytes as they have; 0: it is something else. */
static uint32_t control_form(const char *name) {
  static const struct {
    const char *name;
    uint32_t code;
  } rows[] = {
      {"stmxcsr", ASSEMBLY_WRITES | 4}, {"ldmxcsr", ASSEMBLY_READS | 4},
      {"fstcw", ASSEMBLY_WRITES | 2},   {"fnstcw", ASSEMBLY_WRITES | 2},
      {"fstsw", ASSEMBLY_WRITES | 2},   {"fnstsw", ASSEMBLY_WRITES | 2},
      {"fldcw", ASSEMBLY_READS | 2},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(name, rows[i].name) == 0)
      return rows[i].code;
  return 0;
}

/* movzbl and its kind read as much as the first of their two suffixes says; cmov and set have a
 * condition in their names; cmpxchg16b says its size. */
static bool special_form(const struct instruction *instruction, struct assembly_access *access,
                         bool locked) {
  const char *name = instruction->name;
  if (strlen(name) == 6 && (begins(name, "movz") || begins(name, "movs")))
    access->code = ASSEMBLY_READS | size_of_suffix(name[4]);
  else if (begins(name, "cmov"))
    access->code = ASSEMBLY_READS | size_of(instruction, name);
  else if (begins(name, "set"))
    access->code = ASSEMBLY_WRITES | 1;
  else if (strcmp(name, "cmpxchg8b") == 0 || strcmp(name, "cmpxchg16b") == 0)
    access->code = ASSEMBLY_READS | ASSEMBLY_WRITES | (locked ? ASSEMBLY_LOCKED : 0) |
                   (name[7] == '8' ? 8 : 16);
  else
    access->code = control_form(name);
  return access->code != 0;
}

static bool known_form(const struct instruction *instruction, bool locked, bool is_last,
                       struct assembly_access *access) {
  uint32_t size = 0;
  const int i = form_of(instruction, &size);
  if (i < 0)
    return special_form(instruction, access, locked);
  /* With the number of a bit in a register they access the word that has the bit. */
  if (begins(forms[i].base, "bt") && instruction->operands[0].at[0] != '$')
    return false;
  const enum form form = forms[i].form;
  access->code = size;
  if (form == LOADS || (form != EXCHANGES && !is_last))
    access->code |= ASSEMBLY_READS;
  else if (form == STORES)
    access->code |= ASSEMBLY_WRITES;
  else
    access->code |= ASSEMBLY_READS | ASSEMBLY_WRITES;
  if (form == EXCHANGES || locked)
    access->code |= ASSEMBLY_LOCKED;
  if (locked && begins(forms[i].base, "cmpxchg"))
    access->code |= ASSEMBLY_COMPARES;
  return true;
}

/* `lock addl $0, (%rsp)` and its kind: nobody else has the top of the stack, or what is below. */
static bool adds_nothing_to_stack(const struct instruction *instruction) {
  const struct operand *operands = instruction->operands;
  return (begins(instruction->name, "add") || begins(instruction->name, "or")) &&
         instruction->n == 2 && operands[0].length == 2 && memcmp(operands[0].at, "$0", 2) == 0 &&
         strchr("(0-", operands[1].at[0]) && operands[1].length >= 6 &&
         memcmp(operands[1].at + operands[1].length - 6, "(%rsp)", 6) == 0 &&
         (operands[1].at[0] != '0' || operands[1].length == 7);
}

/* What a fence orders, as a code; 0: it is none. */
static uint32_t fence_of(const struct instruction *instruction, bool locked) {
  const char *name = instruction->name;
  if (strcmp(name, "mfence") == 0 || (locked && adds_nothing_to_stack(instruction)))
    return ASSEMBLY_FENCE | ASSEMBLY_LOCKED;
  return strcmp(name, "lfence") == 0   ? ASSEMBLY_FENCE | ASSEMBLY_READS
         : strcmp(name, "sfence") == 0 ? ASSEMBLY_FENCE | ASSEMBLY_WRITES
                                       : 0;
}

/* Instructions with an operand in memory that they do not access. */
static bool accesses_nothing(const char *name) {
  return begins(name, "lea") || begins(name, "nop") || begins(name, "prefetch") || *name == 'j' ||
         begins(name, "call") || begins(name, "loop") || begins(name, "clflush") ||
         begins(name, "rep");
}

/* String instructions access memory that they do not name. `rep` alone goes with the next one,
 * which may be nop. */
static bool is_string_instruction(const struct instruction *instruction) {
  static const char *const names[] = {"movs", "stos", "lods", "cmps", "scas", "xlat"};
  const bool repeated = begins(instruction->name, "rep") && instruction->n == 1;
  const char *name = repeated ? instruction->operands[0].at : instruction->name;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (begins(name, names[i]))
      return repeated || instruction->n == 0;
  return false;
}

/* A load overwrites a register as a whole, unless its address is made of that. */
static void note_replaced(const struct instruction *instruction, struct assembly_access *access) {
  const struct operand *to = &instruction->operands[1];
  if (instruction->n != 2 || !begins(instruction->name, "mov") || access->code & ASSEMBLY_WRITES ||
      size_of_register(to) < 4)
    return;
  const char *name = to->at + 2; /* what %eax and %rax, %r9 and %r9d have in common */
  const size_t n = to->length - 2 - (to->at[to->length - 1] == 'd');
  if (memmem(access->memory, access->length, name, n))
    return;
  access->replaced = to->at;
  access->replaced_length = to->length;
}

static bool is_register_named(const struct operand *operand, const char *name) {
  return operand->length == strlen(name) && memcmp(operand->at, name, operand->length) == 0;
}

/* How a program tells Valgrind something. */
static bool is_client_request(const struct instruction *instruction) {
  return strcmp(instruction->name, "xchgq") == 0 && instruction->n == 2 &&
         is_register_named(&instruction->operands[0], "%rbx") &&
         is_register_named(&instruction->operands[1], "%rbx");
}

bool assembly_access(const char *statement, size_t length, bool locked,
                     struct assembly_access *access) {
  struct instruction instruction = {.n = 0};
  const char *at = statement, *end = statement + length;
  *access = (struct assembly_access){.memory = ""};
  if (!read_name(&instruction, &at, end) || !read_operands(&instruction, at, end))
    return false;
  access->code =
      is_client_request(&instruction) ? ASSEMBLY_REQUEST : fence_of(&instruction, locked);
  if (access->code)
    return true;
  if (is_string_instruction(&instruction)) {
    access->code = ASSEMBLY_UNKNOWN;
    return true;
  }
  for (uint32_t i = 0; i < instruction.n && !accesses_nothing(instruction.name); i++) {
    const struct operand *operand = &instruction.operands[i];
    if (strchr("%$*", operand->at[0]) && !memchr(operand->at, ':', operand->length))
      continue;
    if (is_memory(operand) && known_form(&instruction, locked, i + 1 == instruction.n, access) &&
        access->code & ASSEMBLY_SIZE) {
      access->memory = operand->at;
      access->length = operand->length;
      note_replaced(&instruction, access);
    } else {
      access->code = ASSEMBLY_UNKNOWN;
    }
    return true;
  }
  return false;
}
