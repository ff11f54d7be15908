/*
 * Jumps between functions, for the table of libc's functions.
 */
#ifndef RAVEL_RUNTIME_JUMP_H
#define RAVEL_RUNTIME_JUMP_H

#include "runtime/libc_call.h"

/* sigsetjmp() is about to be called. */
void jump_prepared(const struct libc_call *call, struct libc_ranges *ranges);

#endif
