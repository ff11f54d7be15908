/* Text for a terminal, of which parts may be somebody else's: from a trace file, or printed by the
 * program. */
#ifndef RAVEL_REPORT_PRINTABLE_H
#define RAVEL_REPORT_PRINTABLE_H

#include "report/buffer.h"

/* Adds the text to `out`, with a question mark for each control character but new lines, tabs and
 * those of sequences that set colours: nothing moves the cursor or talks to the terminal. */
void printable(const struct buffer *text, struct buffer *out);

#endif
