#include "report/sampling.h"

#include <math.h>

#include "report/text.h"

bool sampling_estimate(const struct rv_stats *stats, struct estimate *estimate) {
  const double seen = (double)stats->distinct, once = (double)stats->seen_once,
               twice = (double)stats->seen_twice;
  if (!stats->distinct)
    return false;
  const double unseen = once * (once - 1) / (2 * (twice + 1));
  *estimate = (struct estimate){seen + unseen, seen, seen};
  if (unseen > 0) {
    const double variance = unseen + once * pow(2 * once - 1, 2) / (4 * pow(twice + 1, 2)) +
                            once * once * twice * pow(once - 1, 2) / (4 * pow(twice + 1, 4));
    const double factor = exp(1.96 * sqrt(log(1 + variance / (unseen * unseen))));
    estimate->low = seen + unseen / factor;
    estimate->high = seen + unseen * factor;
  }
  return true;
}

bool sampling_guarantee(const struct result *result, struct guarantee *guarantee) {
  const struct rv_options *explorer = &result->request->explorer;
  const struct rv_stats *stats = &result->stats;
  if (explorer->sample != RV_SAMPLE_PCT || !stats->longest)
    return false;
  const double each =
      1 / ((double)stats->threads * pow((double)stats->longest, (double)explorer->depth - 1));
  const uint64_t samples = stats->samples - stats->learning;
  *guarantee = (struct guarantee){.depth = explorer->depth,
                                  .threads = stats->threads,
                                  .events = stats->longest,
                                  .samples = samples,
                                  .each = each,
                                  .all = -expm1((double)samples * log1p(-each))};
  return true;
}

static uint64_t whole(double number) {
  return number < 1e18 ? (uint64_t)llround(number) : UINT64_C(1000000000000000000);
}

void sampling_json(const struct result *result, struct json_writer *json) {
  struct estimate estimate;
  struct guarantee guarantee;
  const uint32_t sample = result->request->explorer.sample;
  /* What PCT draws at some depth is not all there is. */
  if (sample && sample != RV_SAMPLE_PCT && sampling_estimate(&result->stats, &estimate)) {
    estimate_json(&estimate, json);
  }
  if (sampling_guarantee(result, &guarantee)) {
    json_open_inline(json, "guarantee", '{');
    json_number(json, "depth", guarantee.depth);
    json_number(json, "threads", guarantee.threads);
    json_number(json, "events", guarantee.events);
    json_number(json, "samples", guarantee.samples);
    json_real(json, "each", guarantee.each);
    json_real(json, "all", guarantee.all);
    json_close(json, '}');
  }
}

static void guarantee_lines(const struct guarantee *g, struct buffer *out) {
  buffer_printf(out,
                "  guarantee   a bug of depth %s shows in a sample with a probability of at "
                "least\n              1/(%s",
                grouped(g->depth), grouped(g->threads));
  if (g->depth > 1)
    buffer_printf(out, " * %s", grouped(g->events));
  if (g->depth > 2)
    buffer_printf(out, "^%s", grouped(g->depth - 1));
  buffer_printf(out,
                ") = %.3g %%, in one of %s samples with %.3g %%,\n              if no execution is "
                "longer than %s\n",
                100 * g->each, grouped(g->samples), 100 * g->all, counted(g->events, "event"));
}

void sampling_text(const struct result *result, struct buffer *out) {
  const struct rv_stats *stats = &result->stats;
  struct estimate estimate;
  struct guarantee guarantee;
  if (!result->request->explorer.sample)
    return;
  buffer_printf(out, "  samples     %s, %s\n", grouped(stats->samples),
                counted(stats->distinct, "different trace"));
  if (sampling_estimate(stats, &estimate)) {
    buffer_printf(out, "  estimate    %s or more %s", counted(whole(estimate.executions), "trace"),
                  result->request->explorer.sample == RV_SAMPLE_PCT ? "within reach of this depth"
                                                                    : "in all");
    buffer_printf(out, " (between %s and %s, by those seen once and twice)\n",
                  grouped(whole(estimate.low)), grouped(whole(estimate.high)));
  }
  if (sampling_guarantee(result, &guarantee))
    guarantee_lines(&guarantee, out);
}
