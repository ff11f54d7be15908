/* Long lines in a narrow terminal: folded between words, and what follows is indented. */
#ifndef RAVEL_REPORT_FOLD_H
#define RAVEL_REPORT_FOLD_H

#include "report/buffer.h"

/* How many columns of a terminal a text takes: escape sequences none, a character of UTF-8 one. */
size_t text_width(const char *text, size_t length);

/* How many bytes the first so many columns of a text take. */
size_t text_prefix(const char *text, size_t columns);

/* Puts a text, and blanks up to `columns`. */
void put_padded(struct buffer *out, const char *text, int columns);

/*
 * Folds the lines of `text` from byte `from` on that have more than `width` columns; 0: none.
 * A line that looks like a table ("  cost        0.1 s") goes on below its last column. A command
 * is not folded (what the terminal wraps can be copied), but gets a line of its own.
 */
void fold_lines(struct buffer *text, size_t from, int width);

#endif
