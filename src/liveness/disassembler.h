/*
 * The library that decodes instructions, capstone. It is loaded when it is first needed: most
 * checks never do, and loading it takes longer than a short check.
 */
#ifndef RAVEL_LIVENESS_DISASSEMBLER_H
#define RAVEL_LIVENESS_DISASSEMBLER_H

#include <capstone/capstone.h>
#include <stddef.h>
#include <stdint.h>

/* The x86-64 instruction at `address`; NULL if there is none or the library is not installed. It is
 * valid until the next call. */
const cs_insn *disassemble(const uint8_t *code, size_t size, uint64_t address);

#endif
