/* The result as JUnit's XML, which CI servers show: one suite for the program. */
#ifndef RAVEL_REPORT_JUNIT_H
#define RAVEL_REPORT_JUNIT_H

#include "report/result.h"

/* The suite alone, without the element around all suites. */
void result_junit_suite(const struct result *result, struct buffer *out);
/* The element around suites that are written already, with the sums of their counts. */
struct junit_counts {
  uint32_t tests, failures, errors, skipped;
  double seconds;
};
void junit_suites(const struct junit_counts *counts, const struct buffer *suites,
                  struct buffer *out);
/* A suite for a case that was not run. */
void junit_skipped(const char *program, const char *test, const char *why, struct buffer *out);
struct junit_counts result_junit_counts(const struct result *result);

void result_junit(const struct result *result, struct buffer *out);

#endif
