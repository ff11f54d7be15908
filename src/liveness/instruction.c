#include "liveness/instruction.h"

#include <capstone/capstone.h>
#include <string.h>

#include "liveness/disassembler.h"

enum { VECTOR_SIZE = 16 };

/* A general register and how many of its bytes are named; size 0: it is none of them. */
struct name {
  int8_t reg;
  uint8_t size;
};

static struct name name_of(unsigned reg) {
  static const uint16_t names[REGISTERS][4] = {
      {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL},
      {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL},
      {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL},
      {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL},
      {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL},
      {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL},
      {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL},
      {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL},
      {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B},
      {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B},
      {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B},
      {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B},
      {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B},
      {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B},
      {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B},
      {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B},
  };
  static const uint16_t high[] = {X86_REG_AH, X86_REG_CH, X86_REG_DH, X86_REG_BH};
  for (int8_t i = 0; i < REGISTERS; i++)
    for (unsigned width = 0; width < 4; width++)
      if (names[i][width] == reg)
        return (struct name){i, (uint8_t)(8 >> width)};
  for (int8_t i = 0; i < 4; i++)
    if (high[i] == reg)
      return (struct name){i, 1};
  return (struct name){NO_REGISTER, 0};
}

static bool is_vector(unsigned reg) {
  return reg >= X86_REG_XMM0 && reg <= X86_REG_XMM15;
}

/* The instruction that is being described. */
struct decoding {
  const cs_insn *insn;
  const cs_x86_op *ops;
  unsigned n;
  struct step *step;
};

static struct name register_of(const struct decoding *d, unsigned i) {
  if (i >= d->n || d->ops[i].type != X86_OP_REG)
    return (struct name){NO_REGISTER, 0};
  return name_of(d->ops[i].reg);
}

static bool in_memory(const struct decoding *d, unsigned i) {
  return i < d->n && d->ops[i].type == X86_OP_MEM;
}

static bool is_constant(const struct decoding *d, unsigned i) {
  return i < d->n && d->ops[i].type == X86_OP_IMM;
}

static bool in_vector(const struct decoding *d, unsigned i) {
  return i < d->n && d->ops[i].type == X86_OP_REG && is_vector(d->ops[i].reg);
}

/* The access to an operand in memory; false if its address is not understood. */
static bool access_of(const struct decoding *d, unsigned i, unsigned size, struct access *access) {
  const x86_op_mem *mem = &d->ops[i].mem;
  *access = (struct access){.size = (uint8_t)size, .base = NO_REGISTER, .index = NO_REGISTER};
  if (mem->disp < INT32_MIN || mem->disp > INT32_MAX || size == 0 || size > VECTOR_SIZE)
    return false;
  access->offset = (int32_t)mem->disp;
  access->apart = mem->segment == X86_REG_FS || mem->segment == X86_REG_GS;
  if (mem->base == X86_REG_RIP) {
    access->apart = true;
    access->address = d->insn->address + d->insn->size + (uint64_t)mem->disp;
    return mem->index == X86_REG_INVALID;
  }
  const struct name base = name_of(mem->base), index = name_of(mem->index);
  if (mem->base != X86_REG_INVALID) {
    access->base = base.reg;
    if (base.size != 8)
      return false;
  }
  if (mem->index != X86_REG_INVALID) {
    access->index = index.reg;
    if (index.size != 8)
      return false;
  }
  return true;
}

/* What the operands of an instruction do, one by one. */
static bool reads(struct decoding *d, unsigned i, unsigned size) {
  if (in_memory(d, i))
    return access_of(d, i, size, &d->step->load);
  if (is_constant(d, i) || in_vector(d, i))
    return true;
  const struct name name = register_of(d, i);
  if (!name.size)
    return false;
  d->step->reads |= BIT(name.reg);
  return true;
}

static bool writes(struct decoding *d, unsigned i, unsigned size) {
  if (in_memory(d, i))
    return access_of(d, i, size, &d->step->store);
  if (in_vector(d, i)) {
    d->step->vector = true;
    return true;
  }
  const struct name name = register_of(d, i);
  if (!name.size)
    return false;
  if (name.size >= 4)
    d->step->writes |= BIT(name.reg);
  else
    d->step->changes |= BIT(name.reg);
  return true;
}

/* How many bytes an operand of an instruction on general registers has. */
static unsigned size_of(const struct decoding *d, unsigned i) {
  const struct name name = register_of(d, i);
  return name.size ? name.size : d->ops[i].size;
}

/* The size that both operands have. Where one is a register, it says. */
static unsigned common_size(const struct decoding *d) {
  const struct name first = register_of(d, 0), second = register_of(d, 1);
  return first.size ? first.size : second.size ? second.size : d->ops[0].size;
}

/* A value moves as it is only if all of it does. */
static bool describe_mov(struct decoding *d) {
  const unsigned size = common_size(d);
  if (d->n != 2 || !reads(d, 1, size) || !writes(d, 0, size))
    return false;
  d->step->moves = size == 8;
  d->step->copies = true;
  d->step->from = register_of(d, 1).reg;
  return true;
}

/* To a wider register. */
static bool describe_extension(struct decoding *d) {
  d->step->copies = true;
  return d->n == 2 && reads(d, 1, size_of(d, 1)) && writes(d, 0, 8);
}

static bool describe_lea(struct decoding *d) {
  struct access access;
  const struct name to = register_of(d, 0);
  if (d->n != 2 || !in_memory(d, 1) || !access_of(d, 1, 8, &access) || !writes(d, 0, 8))
    return false;
  if (access.base != NO_REGISTER)
    d->step->reads |= BIT(access.base);
  if (access.index != NO_REGISTER)
    d->step->reads |= BIT(access.index);
  d->step->from = access.base;
  d->step->add = access.offset;
  d->step->moves =
      to.size == 8 && !access.apart && access.base != NO_REGISTER && access.index == NO_REGISTER;
  return true;
}

static bool describe_sum(struct decoding *d, int sign) {
  const unsigned size = common_size(d);
  if (d->n != 2 || !reads(d, 1, size) || !reads(d, 0, size) || !writes(d, 0, size))
    return false;
  const int64_t constant = d->ops[1].imm;
  if (is_constant(d, 1) && size == 8 && register_of(d, 0).size && constant > INT32_MIN &&
      constant <= INT32_MAX) {
    d->step->moves = true;
    d->step->from = register_of(d, 0).reg;
    d->step->add = (int32_t)(sign * constant);
  }
  return true;
}

/* first = first op second. A register combined with itself by xor or sub is 0, whatever it was. */
static bool describe_combination(struct decoding *d, bool zeroes) {
  const unsigned size = common_size(d);
  const struct name first = register_of(d, 0), second = register_of(d, 1);
  if (zeroes && first.size >= 4 && first.reg == second.reg && first.size == second.size)
    return writes(d, 0, size);
  return d->n == 2 && reads(d, 1, size) && reads(d, 0, size) && writes(d, 0, size);
}

/* first = op first, or first op a number of bits. */
static bool describe_change(struct decoding *d) {
  const unsigned size = size_of(d, 0);
  return d->n >= 1 && d->n <= 2 && (d->n == 1 || reads(d, 1, 1)) && reads(d, 0, size) &&
         writes(d, 0, size);
}

static bool describe_comparison(struct decoding *d) {
  const unsigned size = common_size(d);
  if (d->n != 2 || !reads(d, 1, size) || !reads(d, 0, size))
    return false;
  d->step->tests = d->step->reads;
  d->step->reads = 0;
  return true;
}

static bool describe_multiplication(struct decoding *d) {
  if (d->n == 3)
    return reads(d, 1, size_of(d, 0)) && reads(d, 2, 8) && writes(d, 0, size_of(d, 0));
  if (d->n == 2)
    return describe_combination(d, false);
  d->step->reads |= BIT(RAX);
  d->step->changes |= BIT(RAX) | BIT(RDX);
  return d->n == 1 && reads(d, 0, size_of(d, 0));
}

static bool describe_division(struct decoding *d) {
  d->step->reads |= BIT(RAX) | BIT(RDX);
  d->step->changes |= BIT(RAX) | BIT(RDX);
  return d->n == 1 && reads(d, 0, size_of(d, 0));
}

/* The target keeps what it has if the condition does not hold. */
static bool describe_perhaps(struct decoding *d) {
  const unsigned size = common_size(d);
  const struct name to = register_of(d, 0);
  if (d->n != 2 || !to.size || !reads(d, 1, size) || !reads(d, 0, size))
    return false;
  d->step->changes |= BIT(to.reg);
  return true;
}

static bool describe_exchange(struct decoding *d) {
  const unsigned size = common_size(d);
  return d->n == 2 && reads(d, 0, size) && reads(d, 1, size) && writes(d, 0, size) &&
         writes(d, 1, size);
}

static bool describe_push(struct decoding *d) {
  if (d->n != 1 || !reads(d, 0, 8) || (register_of(d, 0).size && register_of(d, 0).size != 8) ||
      (in_memory(d, 0) && d->ops[0].size != 8) || in_vector(d, 0))
    return false;
  d->step->moves = true;
  d->step->from = register_of(d, 0).reg;
  d->step->stack = -8;
  d->step->store = (struct access){.size = 8, .base = RSP, .index = NO_REGISTER, .offset = -8};
  return d->insn->detail->x86.prefix[2] != 0x66;
}

static bool describe_pop(struct decoding *d) {
  const struct name to = register_of(d, 0);
  if (d->n != 1 || to.size != 8 || to.reg == RSP)
    return false;
  d->step->moves = true;
  d->step->from = NO_REGISTER;
  d->step->stack = 8;
  d->step->load = (struct access){.size = 8, .base = RSP, .index = NO_REGISTER};
  return writes(d, 0, 8);
}

/* What is moved to or from a vector register: what is stored has exactly this size. */
static bool describe_vector_move(struct decoding *d, unsigned size) {
  if (d->n != 2 || !(in_vector(d, 0) || in_vector(d, 1)))
    return false;
  return reads(d, 1, size < 8 ? 8 : size) && writes(d, 0, in_memory(d, 0) ? size : 8);
}

/* Vector instructions that write to nothing but the register that comes first. */
static bool describe_vector(struct decoding *d) {
  if (d->n < 2 || d->n > 3 || in_memory(d, 0) || !(in_vector(d, 0) || in_vector(d, 1)))
    return false;
  for (unsigned i = 1; i < d->n; i++)
    if (!reads(d, i, VECTOR_SIZE))
      return false;
  return writes(d, 0, 8);
}

static bool describe_call(struct decoding *d) {
  d->step->kind = STEP_CALL;
  if (is_constant(d, 0)) {
    d->step->target = (uint64_t)d->ops[0].imm;
    return true;
  }
  if (in_memory(d, 0) && reads(d, 0, 8)) {
    d->step->import = d->step->load.address;
    return true;
  }
  return register_of(d, 0).size == 8 && reads(d, 0, 8);
}

static bool describe_jump(struct decoding *d) {
  d->step->kind = STEP_JUMP;
  if (is_constant(d, 0)) {
    d->step->target = (uint64_t)d->ops[0].imm;
    return true;
  }
  d->step->kind = STEP_TAIL;
  if (!in_memory(d, 0) || !reads(d, 0, 8))
    return false;
  d->step->import = d->step->load.address;
  return d->step->import != 0;
}

static bool describe_branch(struct decoding *d) {
  d->step->kind = STEP_BRANCH;
  d->step->target = (uint64_t)d->ops[0].imm;
  return is_constant(d, 0);
}

static bool describe_widening(struct decoding *d, int from, int to) {
  d->step->reads |= BIT(from);
  d->step->writes |= BIT(to);
  return d->n == 0;
}

/* Those that compilers make of arithmetic with floating point numbers and of short loops. They have
 * no operands but those that are written. */
static bool is_vector_instruction(unsigned id) {
  static const uint16_t known[] = {
      X86_INS_ADDSS,     X86_INS_ADDSD,      X86_INS_ADDPS,     X86_INS_ADDPD,
      X86_INS_SUBSS,     X86_INS_SUBSD,      X86_INS_SUBPS,     X86_INS_SUBPD,
      X86_INS_MULSS,     X86_INS_MULSD,      X86_INS_MULPS,     X86_INS_MULPD,
      X86_INS_DIVSS,     X86_INS_DIVSD,      X86_INS_DIVPS,     X86_INS_DIVPD,
      X86_INS_SQRTSS,    X86_INS_SQRTSD,     X86_INS_MAXSS,     X86_INS_MAXSD,
      X86_INS_MINSS,     X86_INS_MINSD,      X86_INS_UCOMISS,   X86_INS_UCOMISD,
      X86_INS_COMISS,    X86_INS_COMISD,     X86_INS_CVTSI2SS,  X86_INS_CVTSI2SD,
      X86_INS_CVTSS2SD,  X86_INS_CVTSD2SS,   X86_INS_CVTTSS2SI, X86_INS_CVTTSD2SI,
      X86_INS_CVTSS2SI,  X86_INS_CVTSD2SI,   X86_INS_CVTDQ2PD,  X86_INS_CVTDQ2PS,
      X86_INS_CVTPS2PD,  X86_INS_ANDPS,      X86_INS_ANDPD,     X86_INS_ANDNPS,
      X86_INS_ANDNPD,    X86_INS_ORPS,       X86_INS_ORPD,      X86_INS_XORPS,
      X86_INS_XORPD,     X86_INS_UNPCKLPS,   X86_INS_UNPCKLPD,  X86_INS_UNPCKHPS,
      X86_INS_UNPCKHPD,  X86_INS_SHUFPS,     X86_INS_SHUFPD,    X86_INS_MOVHLPS,
      X86_INS_MOVLHPS,   X86_INS_PXOR,       X86_INS_POR,       X86_INS_PAND,
      X86_INS_PANDN,     X86_INS_PADDB,      X86_INS_PADDW,     X86_INS_PADDD,
      X86_INS_PADDQ,     X86_INS_PSUBB,      X86_INS_PSUBW,     X86_INS_PSUBD,
      X86_INS_PSUBQ,     X86_INS_PMULLW,     X86_INS_PMULUDQ,   X86_INS_PCMPEQB,
      X86_INS_PCMPEQW,   X86_INS_PCMPEQD,    X86_INS_PCMPGTB,   X86_INS_PCMPGTW,
      X86_INS_PCMPGTD,   X86_INS_PSHUFD,     X86_INS_PSHUFLW,   X86_INS_PSHUFHW,
      X86_INS_PSLLW,     X86_INS_PSLLD,      X86_INS_PSLLQ,     X86_INS_PSRLW,
      X86_INS_PSRLD,     X86_INS_PSRLQ,      X86_INS_PSRAW,     X86_INS_PSRAD,
      X86_INS_PSLLDQ,    X86_INS_PSRLDQ,     X86_INS_PUNPCKLBW, X86_INS_PUNPCKLWD,
      X86_INS_PUNPCKLDQ, X86_INS_PUNPCKLQDQ, X86_INS_PUNPCKHBW, X86_INS_PUNPCKHWD,
      X86_INS_PUNPCKHDQ, X86_INS_PUNPCKHQDQ, X86_INS_PMOVMSKB,  X86_INS_MOVMSKPS,
      X86_INS_MOVMSKPD,
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i] == id)
      return true;
  return false;
}

static bool describe_instruction(struct decoding *d) {
  const unsigned id = d->insn->id;
  switch (id) {
  case X86_INS_NOP:
  case X86_INS_ENDBR64:
  case X86_INS_PAUSE:
  case X86_INS_MFENCE:
  case X86_INS_LFENCE:
  case X86_INS_SFENCE:
    return true;
  case X86_INS_MOV:
  case X86_INS_MOVABS:
    return describe_mov(d);
  case X86_INS_MOVZX:
  case X86_INS_MOVSX:
  case X86_INS_MOVSXD:
    return describe_extension(d);
  case X86_INS_LEA:
    return describe_lea(d);
  case X86_INS_ADD:
    return describe_sum(d, 1);
  case X86_INS_SUB:
    return register_of(d, 1).size ? describe_combination(d, true) : describe_sum(d, -1);
  case X86_INS_XOR:
    return describe_combination(d, true);
  case X86_INS_AND:
  case X86_INS_OR:
  case X86_INS_ADC:
  case X86_INS_SBB:
    return describe_combination(d, false);
  case X86_INS_IMUL:
  case X86_INS_MUL:
    return describe_multiplication(d);
  case X86_INS_DIV:
  case X86_INS_IDIV:
    return describe_division(d);
  case X86_INS_CMP:
  case X86_INS_TEST:
    return describe_comparison(d);
  case X86_INS_INC:
  case X86_INS_DEC:
  case X86_INS_NEG:
  case X86_INS_NOT:
  case X86_INS_BSWAP:
  case X86_INS_SHL:
  case X86_INS_SAL:
  case X86_INS_SHR:
  case X86_INS_SAR:
  case X86_INS_ROL:
  case X86_INS_ROR:
    return describe_change(d);
  case X86_INS_BSF:
  case X86_INS_BSR:
  case X86_INS_TZCNT:
  case X86_INS_LZCNT:
    return describe_perhaps(d);
  case X86_INS_CDQE:
  case X86_INS_CWDE:
    return describe_widening(d, RAX, RAX);
  case X86_INS_CDQ:
  case X86_INS_CQO:
    return describe_widening(d, RAX, RDX);
  case X86_INS_XCHG:
    return describe_exchange(d);
  case X86_INS_PUSH:
    return describe_push(d);
  case X86_INS_POP:
    return describe_pop(d);
  case X86_INS_LEAVE:
    d->step->kind = STEP_LEAVE;
    return true;
  case X86_INS_CALL:
    return describe_call(d);
  case X86_INS_JMP:
    return describe_jump(d);
  case X86_INS_RET:
    d->step->kind = STEP_RETURN;
    return true;
  case X86_INS_UD2:
  case X86_INS_HLT:
    d->step->kind = STEP_STOP;
    return true;
  case X86_INS_MOVAPS:
  case X86_INS_MOVAPD:
  case X86_INS_MOVUPS:
  case X86_INS_MOVUPD:
  case X86_INS_MOVDQA:
  case X86_INS_MOVDQU:
    return describe_vector_move(d, 16);
  case X86_INS_MOVSS:
  case X86_INS_MOVD:
    return describe_vector_move(d, 4);
  case X86_INS_MOVSD:
  case X86_INS_MOVQ:
  case X86_INS_MOVLPS:
  case X86_INS_MOVHPS:
  case X86_INS_MOVLPD:
  case X86_INS_MOVHPD:
    return describe_vector_move(d, 8);
  default:
    break;
  }
  if (d->insn->mnemonic[0] == 'j')
    return describe_branch(d);
  if (strncmp(d->insn->mnemonic, "set", 3) == 0)
    return d->n == 1 && writes(d, 0, 1);
  if (strncmp(d->insn->mnemonic, "cmov", 4) == 0)
    return describe_perhaps(d);
  return is_vector_instruction(id) && describe_vector(d);
}

static bool may_store(const struct decoding *d) {
  for (unsigned i = 0; i < d->n; i++)
    if (d->ops[i].type == X86_OP_MEM && d->ops[i].access & CS_AC_WRITE &&
        d->ops[i].mem.base != X86_REG_RSP && d->ops[i].mem.base != X86_REG_RBP)
      return true;
  return false;
}

bool instruction_decode(const uint8_t *code, size_t size, uint64_t address, struct step *step) {
  const cs_insn *insn = disassemble(code, size, address);
  *step = (struct step){.from = NO_REGISTER};
  if (!insn)
    return false;
  const cs_x86 *x86 = &insn->detail->x86;
  struct decoding d = {.insn = insn, .ops = x86->operands, .n = x86->op_count, .step = step};
  step->kind = STEP_PLAIN;
  step->length = (uint8_t)insn->size;
  if (!describe_instruction(&d)) {
    step->kind = STEP_UNKNOWN;
    step->may_store = may_store(&d);
    step->jumps = insn->mnemonic[0] == 'j';
  }
  return true;
}
