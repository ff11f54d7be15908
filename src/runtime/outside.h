/*
 * The last function that each thread has called whose answer can come from outside of the program:
 * a file, the kernel, what a library keeps. It is named where a program turns out not to be
 * deterministic. A thread's answer from an earlier execution does no harm: it is a hint.
 */
#ifndef RAVEL_RUNTIME_OUTSIDE_H
#define RAVEL_RUNTIME_OUTSIDE_H

#include <stddef.h>

#include "core/event.h"

/* The current thread calls a function, which takes the path of a file; NULL: it does not. */
void outside_called(const char *name, const char *path);

/* What gives random numbers when it is read. */
bool outside_is_random(const char *path);

/* Says which function it was, and which file the thread has opened last. Empty: there is none. */
void outside_describe(rv_tid tid, char *text, size_t size);

#endif
