/* The result as commands of GitHub Actions, which shows them at the lines of a change. */
#ifndef RAVEL_REPORT_ANNOTATIONS_H
#define RAVEL_REPORT_ANNOTATIONS_H

#include "report/result.h"

void result_annotations(const struct result *result, struct buffer *out);

#endif
