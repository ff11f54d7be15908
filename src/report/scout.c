#include "report/scout.h"

#include "report/text.h"

enum { SAMPLES = RESULT_SCOUT_BOUNDS };

static bool has_begun(const struct rv_stats *stats) {
  return stats->executions || stats->blocked || stats->bounded || stats->void_;
}

void scout_json(const struct result_scout *scout, struct json_writer *json) {
  if (!scout->ran)
    return;
  json_open(json, "scout", '{');
  json_seconds(json, "seconds", scout->seconds);
  json_bool(json, "found", scout->found);
  json_open(json, "preemption_bounds", '[');
  for (uint32_t i = 0; i < RESULT_SCOUT_BOUNDS; i++) {
    json_open_inline(json, NULL, '{');
    json_number(json, "bound", i);
    json_number(json, "executions", scout->parts[i].stats.executions);
    json_bool(json, "complete", scout->parts[i].done && !scout->found);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_number(json, "samples", scout->parts[SAMPLES].stats.samples);
  json_number(json, "distinct", scout->parts[SAMPLES].stats.distinct);
  json_close(json, '}');
}

void scout_text(const struct result_scout *scout, struct buffer *out) {
  if (!scout->ran)
    return;
  buffer_puts(out, "  scout       ");
  for (uint32_t i = 0; i < RESULT_SCOUT_BOUNDS; i++)
    if (has_begun(&scout->parts[i].stats))
      buffer_printf(out, "%s%s within %s, ", scout->parts[i].done && !scout->found ? "all " : "",
                    i ? grouped(scout->parts[i].stats.executions)
                      : counted(scout->parts[i].stats.executions, "execution"),
                    i ? grouped(i) : counted(i, "preemption"));
  if (scout->parts[SAMPLES].stats.samples)
    buffer_printf(out, "%s, ", counted(scout->parts[SAMPLES].stats.samples, "sample"));
  buffer_printf(out, "%.2f s%s\n", scout->seconds, scout->found ? ": found the error" : "");
}
