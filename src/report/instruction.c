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
  bool lock, operand16, address32, rex_w;
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
    else if (!(byte && strchr("\x26\x2e\x36\x3e\x64\x65\xf2\xf3", byte)))
      break;
  }
  if ((peek(d) & 0xf0) == 0x40)
    d->rex_w = next(d) & 8;
}

/* The operand byte and what it announces. Returns whether the operand is in memory, and whether it
 * is at the stack pointer. */
static bool read_operand(struct decoder *d, uint8_t modrm, bool *on_stack) {
  const unsigned mod = modrm >> 6, rm = modrm & 7;
  *on_stack = false;
  if (mod == 3)
    return false;
  unsigned base = rm;
  if (rm == 4) {
    base = next(d) & 7;
    *on_stack = base == 4;
  }
  d->at += mod == 1 ? 1 : mod == 2 || base == 5 ? 4 : 0;
  return true;
}

static size_t immediate_size(const struct decoder *d, unsigned what, uint8_t opcode,
                             uint8_t modrm) {
  const size_t z = d->operand16 && !d->rex_w ? 2 : 4;
  size_t size = (what & IMM8 ? 1 : 0) + (what & IMM16 ? 2 : 0) + (what & IMMZ ? z : 0);
  if (what & IMMV)
    size += d->rex_w ? 8 : z;
  if (what & MOFFS)
    size += d->address32 ? 4 : 8;
  if (what & TEST && (modrm >> 3 & 7) < 2)
    size += opcode == 0xf6 ? 1 : z;
  return size;
}

/* Encodings of vector instructions, which are never atomic: 2, 3 or 4 bytes, then the opcode. */
static unsigned read_vector_prefix(struct decoder *d, uint8_t first, uint8_t *opcode) {
  const uint8_t second = next(d);
  const unsigned map = first == 0xc5 ? 1 : second & (first == 0xc4 ? 0x1f : 7);
  d->at += first == 0xc4 ? 1 : first == 0x62 ? 2 : 0;
  *opcode = next(d);
  if (map == 3)
    return MODRM | IMM8;
  return map == 1 ? LOOK_UP(two_bytes, *opcode, MODRM) : MODRM;
}

size_t x86_instruction(const uint8_t *code, size_t size, bool *atomic) {
  struct decoder decoder = {.code = code, .size = size}, *d = &decoder;
  *atomic = false;
  read_prefixes(d);
  uint8_t opcode = next(d), modrm = 0;
  bool exchange = opcode == 0x86 || opcode == 0x87;
  unsigned what;
  if (opcode == 0x62 || opcode == 0xc4 || opcode == 0xc5) {
    what = read_vector_prefix(d, opcode, &opcode);
  } else if (opcode != 0x0f) {
    what = operands_of_one_byte(opcode);
  } else {
    opcode = next(d);
    what = opcode == 0x38   ? (next(d), MODRM)
           : opcode == 0x3a ? (next(d), MODRM | IMM8)
                            : LOOK_UP(two_bytes, opcode, MODRM);
  }
  if (what & BAD)
    return 0;
  bool in_memory = false, on_stack = false;
  if (what & MODRM) {
    modrm = next(d);
    in_memory = read_operand(d, modrm, &on_stack);
  }
  d->at += immediate_size(d, what, opcode, modrm);
  if (d->at > size)
    return 0;
  /* `lock or $0, (%rsp)` and its kind are fences. */
  const bool fence = on_stack && what & (IMM8 | IMMZ) && code[d->at - 1] == 0;
  *atomic = in_memory && (d->lock || exchange) && !fence;
  return d->at;
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
