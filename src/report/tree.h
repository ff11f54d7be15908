/*
 * The exploration tree of a search as a file: `ravel check --tree` writes it, and `ravel show
 * --html` draws it.
 */
#ifndef RAVEL_REPORT_TREE_H
#define RAVEL_REPORT_TREE_H

#include "protocol/tree.h"
#include "report/trace.h"

/* `path`: where the binary can be read. The worker runs anybody's program: what it has left in the
 * tree is not believed blindly. */
void tree_write(const struct shared_tree *tree, const struct shared *shared,
                const struct record *records, const void *image,
                const struct trace_program *program, const char *path, struct buffer *out);

/* Whether a file holds a tree; `text` is what is in it. If it is one that cannot be drawn, `why`
 * says so. */
bool tree_read(const char *path, struct buffer *text, char *why, size_t why_size);

#endif
