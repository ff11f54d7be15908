/* Text through another program of the toolchain: addr2line, c++filt. */
#ifndef RAVEL_REPORT_FILTER_H
#define RAVEL_REPORT_FILTER_H

#include <stdbool.h>

#include "report/buffer.h"

/* Runs argv with `in` as its input and collects its output; false when it could not be run or
 * failed. What it says on standard error is dropped. */
bool filter(const char *const *argv, const struct buffer *in, struct buffer *out);

#endif
