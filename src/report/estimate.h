/* How many executions there are in all, judged from those that were explored. */
#ifndef RAVEL_REPORT_ESTIMATE_H
#define RAVEL_REPORT_ESTIMATE_H

#include "core/explorer.h"
#include "report/json.h"

/* With an interval that has the true number in it in four cases of five. */
struct estimate {
  double executions, low, high;
};

/* Whether executions get longer and longer: there may be no end to them, and no estimate. */
bool estimate_is_open(const struct rv_stats *stats);

/* More than this is not told apart: it is more than anybody will see. */
#define ESTIMATE_MOST 1e15

/* Of a search (core/estimate.c). False if there is none: with a bound of preemptions, of samples,
 * and before the first execution. */
bool estimate_search(const struct rv_stats *stats, struct estimate *estimate);

void estimate_json(const struct estimate *estimate, struct json_writer *json);

/* Seconds until all is explored, if these took so many; 0: that can't be said. */
double estimate_seconds_left(const struct rv_stats *stats, double seconds);

/* "41,000": to two digits. "20 min". As grouped() of text.h keeps what it returns. */
const char *estimate_rounded(double number);
const char *estimate_duration(double seconds);

#endif
