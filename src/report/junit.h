/* The result as JUnit's XML, which CI servers show: one suite for the program. */
#ifndef RAVEL_REPORT_JUNIT_H
#define RAVEL_REPORT_JUNIT_H

#include "report/result.h"

void result_junit(const struct result *result, struct buffer *out);

#endif
