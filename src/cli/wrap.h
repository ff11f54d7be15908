/* Lines of text for people, no longer than a terminal is wide. */
#ifndef RAVEL_CLI_WRAP_H
#define RAVEL_CLI_WRAP_H

#include "report/buffer.h"

/* Puts the words of `text` into a column that begins at `left`, where the line is already, and ends
 * at column 80 or where the terminal does. Where that leaves no room, it begins on a new line. */
void wrap(const char *text, size_t left, struct buffer *out);

#endif
