/* Files as other programs look for them: from the root of the sources on. */
#ifndef RAVEL_REPORT_SOURCE_PATH_H
#define RAVEL_REPORT_SOURCE_PATH_H

#include "report/result.h"

/* Relative to result->root where the file lies below it, else from / on. `file` is relative to
 * where the command ran, or absolute. */
const char *source_path(struct arena *arena, const struct result *result, const char *file);

#endif
