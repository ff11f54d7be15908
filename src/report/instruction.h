/* Just enough of machine code to find atomic instructions in it, and what reads memory. */
#ifndef RAVEL_REPORT_INSTRUCTION_H
#define RAVEL_REPORT_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an instruction reads in memory, beside its stack by push, pop and their kind. */
enum x86_base {
  X86_REGISTERS = 16, /* below this: the number of the base register */
  X86_ABSOLUTE,       /* an address without a base */
  X86_NEXT,           /* the address of the next instruction */
  X86_THREAD,         /* what libc keeps for each thread, above the thread pointer */
};

struct x86_read {
  bool reads;
  uint32_t base;    /* enum x86_base */
  int32_t distance; /* from the base; X86_NEXT alone */
};

/* The length of the x86-64 instruction at `code`, 0 if it is none or does not end within `size`. */
size_t x86_instruction_reads(const uint8_t *code, size_t size, struct x86_read *read);

/* The length of the x86-64 instruction at `code`, 0 if it is none or does not end within `size`.
 * `atomic`: it reads and writes memory atomically (and is not merely a fence). */
size_t x86_instruction(const uint8_t *code, size_t size, bool *atomic);

/* The same for aarch64, where every instruction has four bytes. */
size_t arm_instruction(const uint8_t *code, size_t size, bool *atomic);

#endif
