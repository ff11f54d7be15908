/* The result as SARIF 2.1.0, the format in which checkers tell others what they have found. */
#ifndef RAVEL_REPORT_SARIF_H
#define RAVEL_REPORT_SARIF_H

#include "report/result.h"

void result_sarif(const struct result *result, struct buffer *out);

#endif
