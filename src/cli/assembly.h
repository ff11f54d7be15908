/*
 * Inline assembly made visible. Compilers instrument C, and pass assembly on as it is; they mark it
 * in what they give to the assembler. There a call of the runtime is put before every instruction
 * that accesses memory (protocol/assembly.h). x86-64, in AT&T's syntax.
 */
#ifndef RAVEL_CLI_ASSEMBLY_H
#define RAVEL_CLI_ASSEMBLY_H

#include <stdint.h>

#include "report/buffer.h"

/* A file in assembly language as a compiler writes it, with the calls. False: there is nothing to
 * add, and `out` is empty. */
bool assembly_instrument(const char *text, struct buffer *out);

/* What one instruction accesses (assembly_access.c). */
struct assembly_access {
  uint32_t code;      /* enum assembly_code */
  const char *memory; /* its operand in memory; of no length for a fence */
  size_t length;
  const char *replaced; /* a register whose value it does not use, but overwrites */
  size_t replaced_length;
};

/* One statement without labels and prefixes, `locked` if it has the prefix lock. False: it accesses
 * no memory that other threads may see, or what it does is not known. */
bool assembly_access(const char *statement, size_t length, bool locked,
                     struct assembly_access *access);

#endif
