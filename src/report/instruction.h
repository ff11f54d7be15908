/* Just enough of machine code to find atomic instructions in it. */
#ifndef RAVEL_REPORT_INSTRUCTION_H
#define RAVEL_REPORT_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the x86-64 instruction at `code`, 0 if it is none or does not end within `size`.
 * `atomic`: it reads and writes memory atomically (and is not merely a fence). */
size_t x86_instruction(const uint8_t *code, size_t size, bool *atomic);

/* The same for aarch64, where every instruction has four bytes. */
size_t arm_instruction(const uint8_t *code, size_t size, bool *atomic);

#endif
