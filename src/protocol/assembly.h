/*
 * Inline assembly of the program: what the command's assembler (cli/assembly.c) puts before each
 * instruction that accesses memory, and the runtime (runtime/assembly.c) answers. Fences and atomic
 * instructions that the compiler makes by itself are announced, too. The hook gets the address in
 * rax and this code on the stack; the instruction itself is executed right after it.
 */
#ifndef RAVEL_PROTOCOL_ASSEMBLY_H
#define RAVEL_PROTOCOL_ASSEMBLY_H

#include <stdint.h>

#define ASSEMBLY_HOOK "ravel_assembly_hook"

/* The code between the call of the hook and the instruction: leaq 8(%rsp), %rsp; popq %rax; leaq
 * 128(%rsp), %rsp. An instruction behind it was announced. */
static const uint8_t assembly_epilogue[] = {0x48, 0x8d, 0x64, 0x24, 0x08, 0x58, 0x48,
                                            0x8d, 0xa4, 0x24, 0x80, 0x00, 0x00, 0x00};

enum assembly_code {
  ASSEMBLY_SIZE = 0x3f, /* how many bytes are accessed */
  ASSEMBLY_READS = 0x100,
  ASSEMBLY_WRITES = 0x200,
  ASSEMBLY_LOCKED = 0x400,   /* it is one atomic operation */
  ASSEMBLY_COMPARES = 0x800, /* cmpxchg: it writes if the memory holds what is in rax */
  ASSEMBLY_FENCE = 0x1000,   /* it accesses nothing, and orders reads, writes, or all (LOCKED) */
  ASSEMBLY_FIRST = 0x2000,   /* of its asm statement: no flag has a meaning before it */
  ASSEMBLY_UNKNOWN = 0x4000, /* what it accesses is not known here */
  ASSEMBLY_REQUEST = 0x8000, /* it does nothing, but to a tool that knows it: words at rax */
};

#endif
