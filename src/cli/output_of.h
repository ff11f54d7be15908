/* What another program prints, such as a compiler that is asked for its version. */
#ifndef RAVEL_CLI_OUTPUT_OF_H
#define RAVEL_CLI_OUTPUT_OF_H

#include <stdbool.h>

#include "report/buffer.h"

/* Runs argv without input and collects its standard output; what it says on standard error is
 * dropped. False: it could not be run, or it failed. */
bool output_of(const char *const *argv, struct buffer *out);

#endif
