/* Atomic instructions that are in a program although it was instrumented: from inline assembly, or
 * from files that were compiled without Ravel. What they do is not seen, so it is not explored. */
#ifndef RAVEL_REPORT_UNSEEN_H
#define RAVEL_REPORT_UNSEEN_H

#include <stdbool.h>

#include "report/buffer.h"

/* Whether there are any in the program at `path`, and a sentence about them. */
bool unseen_describe(const char *path, const char *directory, struct buffer *text);

#endif
