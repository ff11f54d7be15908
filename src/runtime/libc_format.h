/* What printf, scanf and their kind touch: their formats say it. */
#ifndef RAVEL_RUNTIME_LIBC_FORMAT_H
#define RAVEL_RUNTIME_LIBC_FORMAT_H

#include "runtime/libc_table.h"

/* Adds the format itself, the strings that are printed, and whatever is written. */
void libc_format(const struct libc_function *row, const struct libc_call *call,
                 struct libc_ranges *ranges);

/* How many bytes it would print, with the terminator. */
uint64_t libc_format_length(const struct libc_function *row, const struct libc_call *call);

/* How many words of arguments are on the stack, or more. */
uint64_t libc_format_words(const struct libc_function *row, const struct libc_call *call);

#endif
