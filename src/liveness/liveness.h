/*
 * Which registers and which bytes of its frame a function does not read any more once a call in it
 * returns, worked out from its machine code: x86-64 only. What is not understood may be read. Only
 * what is surely dead is called so, under these conditions:
 * - the function was compiled, and keeps to the conventions for calls;
 * - what the pending call may read is not dead: also the arguments of a call of the instrumentation
 *   that it finds in the frame, such as the expected value of a compare-and-exchange;
 * - other threads, and signal handlers, may read what they have a pointer to: whoever asks must
 * know whether there are such pointers.
 */
#ifndef RAVEL_LIVENESS_LIVENESS_H
#define RAVEL_LIVENESS_LIVENESS_H

#include <stdint.h>

#include "protocol/liveness.h"

/* `file_address`: the return address of a call in the ELF file at `path`. All members of the answer
 * are filled in; `pc` is the file address. */
void liveness_of(const char *path, uint64_t file_address, struct shared_liveness *answer);

#endif
