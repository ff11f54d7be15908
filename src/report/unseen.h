/* What machine code does that nobody sees. Atomic instructions that are in a program although it
 * was instrumented: from inline assembly, or from files that were compiled without Ravel. What they
 * do is not seen, so it is not explored. */
#ifndef RAVEL_REPORT_UNSEEN_H
#define RAVEL_REPORT_UNSEEN_H

#include <stdbool.h>

#include "protocol/shared.h"
#include "report/buffer.h"

/* A sentence about those in the program at `path`, and one about instructions that leave another
 * value each time, as rdrand does. Empty: there are none. */
void unseen_describe(const char *path, const char *directory, struct buffer *atomic,
                     struct buffer *varying);

/* The names of whatever may order threads unseen, by atomic instructions of its own: the program at
 * `path` itself, and libraries that it has loaded. False: there is nothing. */
bool unseen_orders(const char *path, const struct shared *shared, struct buffer *names);

#endif
