#include "report/instruction.h"

#include <string.h>

/* What follows an opcode. */
enum {
  MODRM = 1,  /* a byte that says what the operands are */
  IMM8 = 2,   /* an immediate of one byte */
  IMM16 = 4,  /* of two */
  IMMZ = 8,   /* of four, or two with the operand-size prefix */
  IMMV = 16,  /* of eight with REX.W, otherwise as IMMZ */
  MOFFS = 32, /* an address of eight bytes */
  TEST = 64,  /* an immediate if the operand byte says that this is a test */
  BAD = 128,
};

struct range {
  uint8_t first, last, what;
};

/* The opcodes of one byte whose operands are not those of the table's default, nothing. */
static const struct range one_byte[] = {
    {0x63, 0x63, MODRM},        {0x68, 0x68, IMMZ},         {0x69, 0x69, MODRM | IMMZ},
    {0x6a, 0x6a, IMM8},         {0x6b, 0x6b, MODRM | IMM8}, {0x70, 0x7f, IMM8},
    {0x80, 0x80, MODRM | IMM8}, {0x81, 0x81, MODRM | IMMZ}, {0x82, 0x82, BAD},
    {0x83, 0x83, MODRM | IMM8}, {0x84, 0x8f, MODRM},        {0x9a, 0x9a, BAD},
    {0xa0, 0xa3, MOFFS},        {0xa8, 0xa8, IMM8},         {0xa9, 0xa9, IMMZ},
    {0xb0, 0xb7, IMM8},         {0xb8, 0xbf, IMMV},         {0xc0, 0xc1, MODRM | IMM8},
    {0xc2, 0xc2, IMM16},        {0xc6, 0xc6, MODRM | IMM8}, {0xc7, 0xc7, MODRM | IMMZ},
    {0xc8, 0xc8, IMM16 | IMM8}, {0xca, 0xca, IMM16},        {0xcd, 0xcd, IMM8},
    {0xce, 0xce, BAD},          {0xd0, 0xd3, MODRM},        {0xd4, 0xd6, BAD},
    {0xd8, 0xdf, MODRM},        {0xe0, 0xe7, IMM8},         {0xe8, 0xe9, IMMZ},
    {0xea, 0xea, BAD},          {0xeb, 0xeb, IMM8},         {0xf6, 0xf7, MODRM | TEST},
    {0xfe, 0xff, MODRM},
};

/* Those after 0x0f whose operands are not just an operand byte. */
static const struct range two_bytes[] = {
    {0x05, 0x09, 0},
    {0x0b, 0x0b, 0},
    {0x0e, 0x0e, 0},
    {0x30, 0x37, 0},
    {0x70, 0x73, MODRM | IMM8},
    {0x77, 0x77, 0},
    {0x80, 0x8f, IMMZ},
    {0xa0, 0xa2, 0},
    {0xa4, 0xa4, MODRM | IMM8},
    {0xa8, 0xaa, 0},
    {0xac, 0xac, MODRM | IMM8},
    {0xba, 0xba, MODRM | IMM8},
    {0xc2, 0xc2, MODRM | IMM8},
    {0xc4, 0xc6, MODRM | IMM8},
    {0xc8, 0xcf, 0},
};

static unsigned look_up(const struct range *table, size_t n, uint8_t opcode, unsigned otherwise) {
  for (size_t i = 0; i < n; i++)
    if (table[i].first <= opcode && opcode <= table[i].last)
      return table[i].what;
  return otherwise;
}

#define LOOK_UP(table, opcode, otherwise)                                                          \
  look_up(table, sizeof table / sizeof *(table), opcode, otherwise)

/* The eight arithmetic operations below 0x40 have the same six forms. */
static unsigned operands_of_one_byte(uint8_t opcode) {
  static const uint8_t forms[8] = {MODRM, MODRM, MODRM, MODRM, IMM8, IMMZ, BAD, BAD};
  return opcode < 0x40 ? forms[opcode & 7] : LOOK_UP(one_byte, opcode, 0);
}

struct decoder {
  const uint8_t *code;
  size_t size, at;
  bool lock, operand16, address32, rex_w, high_base, segment;
  uint8_t opcode;   /* the last byte of it */
  unsigned map;     /* 0: one byte; 1: after 0x0f; 2, 3: after 0x0f38, 0x0f3a */
  uint8_t modrm;    /* the operand byte, if there is one */
  bool in_memory;   /* the operand that it names */
  uint32_t base;    /* enum x86_base, then */
  int32_t distance; /* X86_NEXT: from there */
};

/* The next byte; zeros after the end, which is noticed when all is read. */
static uint8_t next(struct decoder *d) {
  const uint8_t byte = d->at < d->size ? d->code[d->at] : 0;
  d->at++;
  return byte;
}

static uint8_t peek(const struct decoder *d) {
  return d->at < d->size ? d->code[d->at] : 0;
}

static void read_prefixes(struct decoder *d) {
  for (;; d->at++) {
    const uint8_t byte = peek(d);
    if (byte == 0xf0)
      d->lock = true;
    else if (byte == 0x66)
      d->operand16 = true;
    else if (byte == 0x67)
      d->address32 = true;
    else if (byte == 0x64 || byte == 0x65)
      d->segment = true;
    else if (!(byte && strchr("\x26\x2e\x36\x3e\xf2\xf3", byte)))
      break;
  }
  if ((peek(d) & 0xf0) == 0x40) {
    const uint8_t rex = next(d);
    d->rex_w = rex & 8;
    d->high_base = rex & 1;
  }
}

enum { STACK_POINTER = 4 };

static int32_t peek_distance(const struct decoder *d) {
  int32_t distance = 0;
  if (d->at + sizeof distance <= d->size)
    memcpy(&distance, d->code + d->at, sizeof distance);
  return distance;
}

/* What the operand byte announces. */
static void read_operand(struct decoder *d) {
  const unsigned mod = d->modrm >> 6, rm = d->modrm & 7;
  if (mod == 3)
    return;
  d->in_memory = true;
  unsigned base = rm;
  if (rm == 4)
    base = next(d) & 7;
  d->base = base + 8 * d->high_base;
  if (mod == 0 && base == 5) {
    d->base = rm == 5 ? X86_NEXT : X86_ABSOLUTE;
    d->distance = peek_distance(d);
  }
  if (d->segment && d->base == X86_ABSOLUTE && d->distance >= 0)
    d->base = X86_THREAD;
  d->at += mod == 1 ? 1 : mod == 2 || (mod == 0 && base == 5) ? 4 : 0;
}

static size_t immediate_size(const struct decoder *d, unsigned what) {
  const size_t z = d->operand16 && !d->rex_w ? 2 : 4;
  size_t size = (what & IMM8 ? 1 : 0) + (what & IMM16 ? 2 : 0) + (what & IMMZ ? z : 0);
  if (what & IMMV)
    size += d->rex_w ? 8 : z;
  if (what & MOFFS)
    size += d->address32 ? 4 : 8;
  if (what & TEST && (d->modrm >> 3 & 7) < 2)
    size += d->opcode == 0xf6 ? 1 : z;
  return size;
}

/* Encodings of vector instructions, which are never atomic: 2, 3 or 4 bytes, then the opcode. */
static unsigned read_vector_prefix(struct decoder *d, uint8_t first) {
  const uint8_t second = next(d);
  d->map = first == 0xc5 ? 1 : second & (first == 0xc4 ? 0x1f : 7);
  d->high_base = first != 0xc5 && !(second & 0x20);
  d->at += first == 0xc4 ? 1 : first == 0x62 ? 2 : 0;
  d->opcode = next(d);
  if (d->map == 3)
    return MODRM | IMM8;
  return d->map == 1 ? LOOK_UP(two_bytes, d->opcode, MODRM) : MODRM;
}

static unsigned read_opcode(struct decoder *d) {
  d->opcode = next(d);
  if (d->opcode == 0x62 || d->opcode == 0xc4 || d->opcode == 0xc5)
    return read_vector_prefix(d, d->opcode);
  if (d->opcode != 0x0f)
    return operands_of_one_byte(d->opcode);
  d->opcode = next(d);
  d->map = d->opcode == 0x38 ? 2 : d->opcode == 0x3a ? 3 : 1;
  if (d->map == 1)
    return LOOK_UP(two_bytes, d->opcode, MODRM);
  d->opcode = next(d);
  return d->map == 2 ? MODRM : MODRM | IMM8;
}

/* What follows the opcode, or BAD. */
static unsigned decode(struct decoder *d, const uint8_t *code, size_t size) {
  *d = (struct decoder){.code = code, .size = size};
  read_prefixes(d);
  const unsigned what = read_opcode(d);
  if (what & MODRM) {
    d->modrm = next(d);
    read_operand(d);
  }
  d->at += immediate_size(d, what);
  return what & BAD || d->at > size ? BAD : what;
}

size_t x86_instruction(const uint8_t *code, size_t size, bool *atomic) {
  struct decoder d;
  const unsigned what = decode(&d, code, size);
  *atomic = false;
  if (what & BAD)
    return 0;
  /* `lock or $0, (%rsp)` and its kind are fences. */
  const bool fence = d.base == STACK_POINTER && what & (IMM8 | IMMZ) && code[d.at - 1] == 0;
  const bool exchange = d.map == 0 && (d.opcode == 0x86 || d.opcode == 0x87);
  *atomic = d.in_memory && (d.lock || exchange) && !fence;
  return d.at;
}

/* --- reads ------------------------------------------------------------------------------------ */

/* Instructions with an operand in memory that do not read it: they store, take its address, or do
 * nothing. */
static bool only_names_memory(const struct decoder *d) {
  static const uint8_t stores[] = {0x11, 0x13, 0x17, 0x18, 0x0d, 0x1e, 0x1f,
                                   0x29, 0x2b, 0x7f, 0xc3, 0xd6, 0xe7};
  if (d->map == 0)
    return d->opcode == 0x88 || d->opcode == 0x89 || d->opcode == 0x8d || d->opcode == 0x8f ||
           d->opcode == 0xc6 || d->opcode == 0xc7;
  if (d->map != 1)
    return false;
  return (d->opcode & 0xf0) == 0x90 || memchr(stores, d->opcode, sizeof stores);
}

/* Instructions that read memory at an address in a register that they do not name. */
static bool reads_by_itself(const struct decoder *d) {
  static const uint8_t strings[] = {0xa4, 0xa5, 0xa6, 0xa7, 0xac, 0xad, 0xae, 0xaf, 0xd7};
  return d->map == 0 && memchr(strings, d->opcode, sizeof strings);
}

size_t x86_instruction_reads(const uint8_t *code, size_t size, struct x86_read *read) {
  enum { SOURCE_INDEX = 6 };
  struct decoder d;
  *read = (struct x86_read){0};
  if (decode(&d, code, size) & BAD)
    return 0;
  if (d.in_memory && !only_names_memory(&d))
    *read = (struct x86_read){true, d.base, d.distance};
  else if (reads_by_itself(&d))
    *read = (struct x86_read){true, SOURCE_INDEX, 0};
  else if (d.map == 0 && (d.opcode == 0xa0 || d.opcode == 0xa1))
    *read = (struct x86_read){true, X86_ABSOLUTE, 0};
  return d.at;
}

size_t arm_instruction(const uint8_t *code, size_t size, bool *atomic) {
  if (size < 4)
    return 0;
  const uint32_t word = (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 |
                        (uint32_t)code[3] << 24;
  const bool exclusive = (word & 0x3f000000) == 0x08000000 && !(word & 0x00800000);
  const bool compare_and_swap = (word & 0x3fa07c00) == 0x08a07c00;
  const bool add_and_swap = (word & 0x3f200c00) == 0x38200000;
  *atomic = exclusive || compare_and_swap || add_and_swap;
  return 4;
}
