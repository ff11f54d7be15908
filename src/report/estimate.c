#include "report/estimate.h"

#include <math.h>

static uint64_t explorations(const struct rv_stats *stats) {
  return stats->executions + stats->blocked + stats->pruned + stats->bounded + stats->void_;
}

/* A thread that goes round a loop once more each time. Where there is an end to it, that many
 * lengths are rare. */
bool estimate_is_open(const struct rv_stats *stats) {
  enum { MANY_LENGTHS = 50 };
  return stats->lengthened >= MANY_LENGTHS;
}

/* What was projected is too little by a little, the more so the less was explored; and the less
 * was explored, the less is sure. The exponents are from random programs (doc/performance.md). */
bool estimate_search(const struct rv_stats *stats, struct estimate *estimate) {
  const double bias = 0.03, below = 0.4, above = 0.45;
  const double explored = (double)explorations(stats);
  if (!stats->projected || !stats->executions || estimate_is_open(stats))
    return false;
  const double ratio =
      (double)stats->projected < explored ? 1 : (double)stats->projected / explored;
  const double executions = (double)stats->executions * pow(ratio, 1 + bias);
  const double low = executions * pow(ratio, -below), least = (double)stats->executions;
  *estimate = (struct estimate){.executions = executions,
                                .low = low > least ? low : least,
                                .high = executions * pow(ratio, above)};
  return true;
}

double estimate_seconds_left(const struct rv_stats *stats, double seconds) {
  struct estimate estimate;
  if (!estimate_search(stats, &estimate))
    return 0;
  return seconds * (estimate.executions / (double)stats->executions - 1);
}
