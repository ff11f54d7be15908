/* What a number of samples says about the executions that were not drawn. */
#ifndef RAVEL_REPORT_SAMPLING_H
#define RAVEL_REPORT_SAMPLING_H

#include "report/estimate.h"
#include "report/json.h"
#include "report/result.h"

/* How many traces there are, by capture and recapture: the more of those that were seen were seen
 * only once, the more have not been seen at all (Chao 1984, with the interval of Chao 1987). It is
 * a lower bound where some traces are much likelier than others; the interval is for 95 cases of
 * 100. False: nothing can be said. */
bool sampling_estimate(const struct rv_stats *stats, struct estimate *estimate);

/* PCT: the least probability that a sample shows a given bug of the depth that was asked for, and
 * that any of those does that were drawn when the longest execution was known. */
struct guarantee {
  uint64_t depth, threads, events, samples;
  double each, all;
};
bool sampling_guarantee(const struct result *result, struct guarantee *guarantee);

void sampling_json(const struct result *result, struct json_writer *json);
void sampling_text(const struct result *result, struct buffer *out);

#endif
