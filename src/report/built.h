/* What of a program was compiled in another way than a full check needs, read from its file. */
#ifndef RAVEL_REPORT_BUILT_H
#define RAVEL_REPORT_BUILT_H

#include <stdbool.h>

#include "report/buffer.h"

/* Each adds one sentence to the empty `text`, or returns false: there is nothing to say. */

/* Sources whose objects were not made by `ravel cc`. */
bool built_without_ravel(const char *path, struct buffer *text);

/* Sources that include <assert.h> with NDEBUG defined. */
bool built_without_assertions(const char *path, struct buffer *text);

/* A library that the program has loaded. */
bool library_without_ravel(const char *path, struct buffer *text);

#endif
