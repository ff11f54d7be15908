/*
 * One x86-64 instruction, as far as it matters to what is read later: which registers and which
 * memory it reads and writes, and how control goes on. Only instructions that are known here are
 * described. Every other one is STEP_UNKNOWN, and nothing is known of a function that has one.
 */
#ifndef RAVEL_LIVENESS_INSTRUCTION_H
#define RAVEL_LIVENESS_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The general registers as the hardware numbers them. */
enum {
  RAX,
  RCX,
  RDX,
  RBX,
  RSP,
  RBP,
  RSI,
  RDI,
  R8,
  R9,
  R10,
  R11,
  R12,
  R13,
  R14,
  R15,
  REGISTERS,
  NO_REGISTER = -1
};

#define BIT(reg) ((uint16_t)(1u << (reg)))
#define CALLEE_SAVED ((uint16_t)(BIT(RBX) | BIT(RBP) | BIT(R12) | BIT(R13) | BIT(R14) | BIT(R15)))
/* A call may leave anything in these. */
#define CALLER_SAVED ((uint16_t) ~(CALLEE_SAVED | BIT(RSP)))

enum step_kind {
  STEP_UNKNOWN,
  STEP_PLAIN,  /* the next instruction follows */
  STEP_JUMP,   /* to `target` */
  STEP_BRANCH, /* to `target`, or the next instruction follows */
  STEP_CALL,   /* of `target`, of what the word at `import` points to, or of anything */
  STEP_LEAVE,  /* mov rsp, rbp; pop rbp */
  STEP_TAIL,   /* a jump to what the word at `import` points to */
  STEP_RETURN,
  STEP_STOP, /* nothing follows */
};

/* An access to memory; of size 0: none. */
struct access {
  uint8_t size;
  bool apart; /* a variable: of no function's frame */
  int8_t base, index;
  int32_t offset;
  uint64_t address; /* where that is known: of a variable */
};

struct step {
  uint8_t kind; /* enum step_kind */
  uint8_t length;
  uint16_t reads;   /* registers that it computes with; not those of addresses */
  uint16_t tests;   /* registers that it reads to set flags only */
  uint16_t writes;  /* registers that it overwrites as a whole */
  uint16_t changes; /* registers that it overwrites in part or perhaps */
  /* It only moves a value: a register to another, with `add` added, or to or from memory. */
  bool moves;
  int8_t from; /* the register that is moved or stored; NO_REGISTER: what is loaded, or constant */
  int32_t add;
  bool copies;         /* it moves a value, or a part of one, and does nothing else */
  bool vector;         /* what it reads goes to a register that is none of the general ones */
  int8_t stack;        /* what is added to rsp at the end */
  bool may_store;      /* of a STEP_UNKNOWN: it may store to memory other than the frame, */
  bool jumps;          /* or does not go on to the next instruction */
  struct access load;  /* before the store */
  struct access store; /* of the whole size, always */
  uint64_t target;     /* 0: not known */
  uint64_t import;     /* 0: none */
};

/* Describes the instruction at `address`, whose bytes these are. False if there is none, or if the
 * library that decodes instructions is not installed. */
bool instruction_decode(const uint8_t *code, size_t size, uint64_t address, struct step *step);

#endif
