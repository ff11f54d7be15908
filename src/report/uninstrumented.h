/* Functions of a program that read memory and that the compiler did not instrument: they have the
 * attribute no_sanitize, are assembly, or come from files that were compiled without Ravel. */
#ifndef RAVEL_REPORT_UNINSTRUMENTED_H
#define RAVEL_REPORT_UNINSTRUMENTED_H

#include <stdbool.h>

#include "report/buffer.h"

/* Whether there may be any in the file at `path`, and words for them. Assembly inside of a function
 * that is instrumented is not found. */
bool uninstrumented_describe(const char *path, struct buffer *text);

#endif
