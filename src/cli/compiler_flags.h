/*
 * Compiler flags that stand by themselves on the command line of `ravel check`, as they would on
 * a compiler's: -O2, -lm, -DN=3, -I dir. They are added to what --cflags says.
 */
#ifndef RAVEL_CLI_COMPILER_FLAGS_H
#define RAVEL_CLI_COMPILER_FLAGS_H

#include "report/buffer.h"

/* A flag for compiling or linking: `ravel check` passes it to the compiler. */
bool is_compiler_flag(const char *word);

/* A compiler's option about what it makes and where (-o, -c): `ravel check` has no use for it. */
bool is_about_output(const char *word);

/* Adds the flag argv[*at] to a text as --cflags has it, with its value if that is the next word.
 * Complains and returns false when the value is missing. */
bool compiler_flag_add(struct buffer *flags, char **argv, int *at);

#endif
