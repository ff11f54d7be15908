/*
 * A file of counters (.gcda), as gcov reads it: words, in records of a tag, a length and data. What
 * a file has already is added to, as long as it is of the same object.
 */
#ifndef RAVEL_RUNTIME_GCDA_H
#define RAVEL_RUNTIME_GCDA_H

#include "runtime/gcov.h"

struct gcda; /* that is being written: one at a time */

/* `largest`: of all counters of the program. NULL: the file cannot be opened, errno says why. */
struct gcda *gcda_begin(const struct gcov_object *object, uint32_t largest);
void gcda_function(struct gcda *file, const struct gcov_function *function, const uint64_t *counts);
bool gcda_end(struct gcda *file); /* false: it could not be written */

#endif
