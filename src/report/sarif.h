/* The result as SARIF 2.1.0, the format in which checkers tell others what they have found. */
#ifndef RAVEL_REPORT_SARIF_H
#define RAVEL_REPORT_SARIF_H

#include "report/result.h"

/* The results alone, as the elements of an array. */
void result_sarif_results(const struct result *result, struct buffer *out);
/* All, with `more` results that are written already; NULL: there are none. */
void result_sarif_with(const struct result *result, const struct buffer *more, struct buffer *out);

void result_sarif(const struct result *result, struct buffer *out);

#endif
