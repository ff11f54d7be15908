#include "runtime/unused_result.h"

#include <string.h>

#if defined(__x86_64__)

/* What an instruction does to rax, the register of the result. */
enum fate {
  KEEPS,      /* nothing */
  USES,       /* it reads it, or is not known here */
  OVERWRITES, /* all of it, and does not read it */
  JUMPS,      /* to `target` */
  BRANCHES,   /* there, or on */
};

struct decoder {
  const uint8_t *at;
  uint8_t rex;
  bool operand16;
  const uint8_t *target;
};

enum { RAX = 0, REX_B = 1, REX_X = 2, REX_R = 4, REX_W = 8 };

struct operands {
  bool in_memory;
  bool address_has_rax;
  bool reg_is_rax; /* the one in the middle of the operand byte, */
  bool rm_is_rax;  /* and the other, where that is no memory */
  bool fixed;      /* the memory is at a fixed place */
  unsigned digit;  /* what stands in place of the first in opcodes that have but one */
};

static int32_t decode_signed(struct decoder *d, unsigned size) {
  int32_t value = size == 1 ? (int8_t)d->at[0] : 0;
  if (size == 4)
    memcpy(&value, d->at, 4);
  d->at += size;
  return value;
}

static struct operands decode_operands(struct decoder *d) {
  const uint8_t byte = *d->at++;
  const unsigned mod = byte >> 6, reg = byte >> 3 & 7, rm = byte & 7;
  struct operands o = {
      .in_memory = mod != 3, .digit = reg, .reg_is_rax = reg == RAX && !(d->rex & REX_R)};
  if (mod == 3) {
    o.rm_is_rax = rm == RAX && !(d->rex & REX_B);
    return o;
  }
  o.fixed = mod == 0 && rm == 5;
  unsigned base = rm;
  if (rm == 4) {
    const uint8_t scaled = *d->at++;
    base = scaled & 7;
    o.address_has_rax = (scaled >> 3 & 7) == RAX && !(d->rex & REX_X);
  }
  o.address_has_rax |= base == RAX && !(d->rex & REX_B);
  d->at += mod == 1 ? 1 : mod == 2 || base == 5 ? 4 : 0;
  return o;
}

static bool operands_have_rax(const struct operands *o) {
  return o->address_has_rax || o->reg_is_rax || o->rm_is_rax;
}

/* A move to one operand from the other; `whole`: it leaves nothing of what was in a register. */
static enum fate fate_of_move(bool target_is_rax, bool source_is_rax, bool address_has_rax,
                              bool whole) {
  if (source_is_rax || address_has_rax)
    return USES;
  return !target_is_rax ? KEEPS : whole ? OVERWRITES : USES;
}

static enum fate decode_branch(struct decoder *d, unsigned size, enum fate fate) {
  const int32_t distance = decode_signed(d, size);
  d->target = d->at + distance;
  return fate;
}

static enum fate decode_two_bytes(struct decoder *d) {
  const uint8_t opcode = *d->at++;
  if (opcode >= 0x80 && opcode <= 0x8f)
    return decode_branch(d, 4, BRANCHES);
  if (opcode == 0x0b)
    return OVERWRITES; /* it never goes on from here */
  const bool vector = opcode == 0x10 || opcode == 0x11 || opcode == 0x28 || opcode == 0x29 ||
                      opcode == 0x57 || opcode == 0xef;
  const bool extends = (opcode & 0xf6) == 0xb6;
  const bool sets = (opcode & 0xf0) == 0x90, moves = (opcode & 0xf0) == 0x40; /* on a condition */
  if (!vector && !extends && !sets && !moves && opcode != 0x1e && opcode != 0x1f)
    return USES;
  const struct operands o = decode_operands(d);
  if (sets || moves)
    return o.address_has_rax || o.rm_is_rax || (moves && o.reg_is_rax) ? USES : KEEPS;
  if (extends)
    return fate_of_move(o.reg_is_rax, o.rm_is_rax, o.address_has_rax, !d->operand16);
  return o.address_has_rax && vector ? USES : KEEPS;
}

/* Opcodes with one operand and a digit. */
static enum fate decode_with_digit(struct decoder *d, uint8_t opcode) {
  const struct operands o = decode_operands(d);
  const unsigned immediate = d->operand16 ? 2 : 4;
  const bool uses = o.address_has_rax || o.rm_is_rax;
  switch (opcode) {
  case 0xc6:
  case 0xc7:
    d->at += opcode == 0xc6 ? 1 : immediate;
    return fate_of_move(o.rm_is_rax, false, o.address_has_rax, opcode == 0xc7 && !d->operand16);
  case 0x81:
    d->at += immediate;
    return uses ? USES : KEEPS;
  case 0x80:
  case 0x83:
  case 0xc0:
  case 0xc1:
    d->at++;
    return uses ? USES : KEEPS;
  case 0xd0:
  case 0xd1:
  case 0xfe:
    return uses ? USES : KEEPS;
  case 0xff:
    if (uses || o.digit == 5 || (o.digit == 4 && !o.fixed))
      return USES; /* a jump whose target is not known */
    /* A call leaves its own result, and so does one that is the last (a jump by the PLT). */
    return o.digit == 2 || o.digit == 4 ? OVERWRITES : KEEPS;
  default:
    return USES;
  }
}

static enum fate decode_one_byte(struct decoder *d, uint8_t opcode) {
  if (opcode < 0x40 && (opcode & 7) < 4) { /* arithmetic of a register and an operand */
    const struct operands o = decode_operands(d);
    const bool clears = (opcode & 0xfc) == 0x30 || (opcode & 0xfc) == 0x28; /* xor, sub */
    if (clears && opcode & 1 && o.reg_is_rax && o.rm_is_rax && !d->operand16)
      return OVERWRITES;
    return operands_have_rax(&o) ? USES : KEEPS;
  }
  if (opcode >= 0x50 && opcode <= 0x5f) {
    const bool is_rax = (opcode & 7) == RAX && !(d->rex & REX_B);
    return !is_rax ? KEEPS : opcode < 0x58 ? USES : OVERWRITES;
  }
  if (opcode >= 0x70 && opcode <= 0x7f)
    return decode_branch(d, 1, BRANCHES);
  if (opcode >= 0xb8 && opcode <= 0xbf) {
    d->at += d->rex & REX_W ? 8 : d->operand16 ? 2 : 4;
    const bool is_rax = opcode == 0xb8 && !(d->rex & REX_B);
    return fate_of_move(is_rax, false, false, !d->operand16);
  }
  switch (opcode) {
  case 0x63:
  case 0x8a:
  case 0x8b:
  case 0x8d: {
    const struct operands o = decode_operands(d);
    return fate_of_move(o.reg_is_rax, o.rm_is_rax, o.address_has_rax,
                        opcode != 0x8a && !d->operand16);
  }
  case 0x88:
  case 0x89: {
    const struct operands o = decode_operands(d);
    return fate_of_move(o.rm_is_rax, o.reg_is_rax, o.address_has_rax,
                        opcode != 0x88 && !d->operand16);
  }
  case 0x84:
  case 0x85: {
    const struct operands o = decode_operands(d);
    return operands_have_rax(&o) ? USES : KEEPS;
  }
  case 0x68:
    d->at += 4;
    return KEEPS;
  case 0x6a:
    d->at++;
    return KEEPS;
  case 0x90: /* nop */
  case 0xc9: /* leave */
    return KEEPS;
  case 0xe8:
    return OVERWRITES; /* a call leaves its own result */
  case 0xe9:
    return decode_branch(d, 4, JUMPS);
  case 0xeb:
    return decode_branch(d, 1, JUMPS);
  default:
    return decode_with_digit(d, opcode);
  }
}

static enum fate decode(struct decoder *d) {
  d->rex = 0;
  d->operand16 = false;
  for (; *d->at == 0x66 || *d->at == 0x64 || *d->at == 0xf3; d->at++) {
    d->operand16 |= *d->at == 0x66;
    if (*d->at == 0xf3 && d->at[1] != 0x0f)
      return USES;
  }
  if ((*d->at & 0xf0) == 0x40)
    d->rex = *d->at++;
  const uint8_t opcode = *d->at++;
  return opcode == 0x0f ? decode_two_bytes(d) : decode_one_byte(d, opcode);
}

enum { MAX_INSTRUCTIONS = 64, MAX_PATHS = 8 };

/* Follows every path until the result is overwritten. */
static bool look_ahead(const uint8_t *code) {
  const uint8_t *paths[MAX_PATHS] = {code};
  unsigned n = 1, done = 0, left = MAX_INSTRUCTIONS;
  for (; done < n; done++) {
    struct decoder d = {.at = paths[done]};
    enum fate fate = KEEPS;
    while (fate != OVERWRITES) {
      fate = left-- ? decode(&d) : USES;
      if (fate == USES || (fate == BRANCHES && n == MAX_PATHS))
        return false;
      if (fate == BRANCHES)
        paths[n++] = d.target;
      if (fate == JUMPS)
        d.at = d.target;
    }
  }
  return true;
}

#else

static bool look_ahead(const uint8_t *code) {
  (void)code;
  return false; /* not known to be unused: that is always right */
}

#endif

bool result_is_unused(uint64_t pc) {
  enum { KNOWN = 256 };
  static struct {
    uint64_t pc;
    bool unused;
  } known[KNOWN];
  const uint64_t at = pc % KNOWN;
  if (known[at].pc != pc) {
    known[at].unused = look_ahead((const uint8_t *)(uintptr_t)pc);
    known[at].pc = pc;
  }
  return known[at].unused;
}
