/*
 * Calls of functions that are in no table: they may read and write anything, and keep state of
 * their own.
 */
#ifndef RAVEL_RUNTIME_LIBC_UNKNOWN_H
#define RAVEL_RUNTIME_LIBC_UNKNOWN_H

#include <stdbool.h>

/* The current thread is about to call such a function. */
void libc_unknown(const char *name);

#endif
