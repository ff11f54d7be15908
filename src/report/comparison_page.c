/* The page of `ravel compare --html`: bar charts with a logarithmic scale, and the table. */
#include <math.h>
#include <string.h>

#include "report/comparison.h"
#include "report/text.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<link rel=\"icon\" href=\"data:,\">\n<style>\n"
    ":root { color-scheme: light dark; --back: #fff; --ink: #1c2128; --soft: #5b6570;\n"
    "  --line: #d5dae0; --first: #1f6fc4; --second: #d9822b; --good: #1a7f37; --bad: #c62828;\n"
    "  --warn: #9a6700; }\n"
    "@media screen and (prefers-color-scheme: dark) { :root { --back: #14181d; --ink: #e4e8ec;\n"
    "  --soft: #98a3ae; --line: #333b44; --first: #64b5f6; --second: #ffb74d; --good: #81c784;\n"
    "  --bad: #ff8a80; --warn: #e3b341; } }\n"
    "body { margin: 0 auto; max-width: 1000px; padding: 24px 16px; background: var(--back);\n"
    "  color: var(--ink); font: 15px/1.5 system-ui, \"DejaVu Sans\", sans-serif; }\n"
    "h1 { font-size: 22px; margin: 0; overflow-wrap: anywhere; }\n"
    "h2 { font-size: 16px; margin: 28px 0 4px; }\n"
    "p { margin: 4px 0; color: var(--soft); }\n"
    "figure { margin: 0; break-inside: avoid; }\n"
    "svg { width: 100%; height: auto; display: block; }\n"
    "svg text { font: 11.5px system-ui, \"DejaVu Sans\", sans-serif; fill: var(--ink); }\n"
    "svg text.soft { fill: var(--soft); }\n"
    "svg .grid { stroke: var(--line); }\n"
    ".first { fill: var(--first); } .second { fill: var(--second); }\n"
    ".stopped { fill-opacity: .45; stroke-dasharray: 4 3; stroke-width: 1; }\n"
    ".first.stopped { stroke: var(--first); } .second.stopped { stroke: var(--second); }\n"
    ".wide { overflow-x: auto; }\n"
    "table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }\n"
    "th, td { padding: 3px 10px; text-align: right; border-bottom: 1px solid var(--line);\n"
    "  white-space: nowrap; }\n"
    "th:first-child, td:first-child, th:last-child, td:last-child, td.reason { text-align: left; "
    "}\n"
    "td.reason { color: var(--soft); }\n"
    "td:last-child { white-space: normal; }\n"
    ".pass { color: var(--good); } .fail { color: var(--bad); } .incomplete { color: var(--warn); "
    "}\n"
    "ul { padding-left: 20px; color: var(--soft); }\n"
    "@media print { body { max-width: none; padding: 0; font-size: 11px; }\n"
    "  * { print-color-adjust: exact; } table { font-size: 10px; } th, td { padding: 2px 5px; } }\n"
    "</style>\n";

/* Text that is no markup. */
static void put_text(const char *text, struct buffer *out) {
  for (; *text; text++)
    if (*text == '<' || *text == '&' || *text == '"')
      buffer_puts(out, *text == '<' ? "&lt;" : *text == '&' ? "&amp;" : "&quot;");
    else
      buffer_putc(out, *text);
}

/* --- what is drawn --------------------------------------------------------------------------- */

static double executions_of(const struct result *result) {
  return (double)result->stats.executions;
}

static double given_up_of(const struct result *result) {
  return (double)(result->stats.blocked + result->stats.pruned + result->stats.void_);
}

static double events_of(const struct result *result) {
  return (double)result->stats.events;
}

static double seconds_of(const struct result *result) {
  return result->seconds;
}

static double memory_of(const struct result *result) {
  return (double)result->peak_rss_kib / 1024;
}

struct series {
  const char *name;
  double (*value)(const struct result *);
};

struct chart {
  const char *title;
  const char *format;      /* of a value, or NULL: it is a count */
  struct series series[2]; /* a bar of each row; the second may be missing */
};

static const struct chart charts[] = {
    {"Explorations",
     NULL,
     {{"executions", executions_of}, {"given up: blocked, pruned or void", given_up_of}}},
    {"Events", NULL, {{"visible events executed", events_of}}},
    {"Time", "%.3g s", {{"seconds", seconds_of}}},
    {"Memory", "%.3g MiB", {{"MiB at most", memory_of}}},
};

/* --- the scale ------------------------------------------------------------------------------- */

enum { LEFT = 270, RIGHT = 840, WIDTH = 960, TOP = 44, BAR = 13, GAP = 8 };

/* Powers of ten, from the one below the smallest value to the one above the largest. */
struct scale {
  int first, last;
};

static uint32_t n_series(const struct chart *chart) {
  return chart->series[1].value ? 2 : 1;
}

static struct scale scale_of(const struct comparison *comparison, const struct chart *chart) {
  double least = HUGE_VAL, most = 0;
  for (uint32_t i = 0; i < comparison->n; i++)
    for (uint32_t s = 0; !comparison->rows[i].reason && s < n_series(chart); s++) {
      const double value = chart->series[s].value(comparison->rows[i].result);
      if (value > 0 && value < least)
        least = value;
      if (value > most)
        most = value;
    }
  if (most <= 0)
    return (struct scale){0, 1};
  struct scale scale = {(int)floor(log10(least)), (int)ceil(log10(most))};
  if (scale.last <= scale.first)
    scale.last = scale.first + 1;
  return scale;
}

/* A bar of the least power of ten is short, but it can be seen. */
static double x_of(struct scale scale, double value) {
  const double low = scale.first - 0.15;
  return value <= 0 ? LEFT : LEFT + (RIGHT - LEFT) * (log10(value) - low) / (scale.last - low);
}

static void put_number(const struct chart *chart, double value, struct buffer *out) {
  if (chart->format)
    buffer_printf(out, chart->format, value);
  else
    buffer_puts(out, grouped((uint64_t)value));
}

/* --- charts ---------------------------------------------------------------------------------- */

static void put_grid(const struct chart *chart, struct scale scale, int bottom,
                     struct buffer *out) {
  const int powers = scale.last - scale.first, every = powers / 8 + 1;
  for (int power = scale.first; power <= scale.last; power += every) {
    const double value = pow(10, power), x = x_of(scale, value);
    buffer_printf(out,
                  "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>\n"
                  "<text class=\"soft\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
                  x, TOP - 6, x, bottom, x, TOP - 12);
    if (chart->format || power < 15)
      put_number(chart, value, out);
    else
      buffer_printf(out, "1e%d", power);
    buffer_puts(out, "</text>\n");
  }
}

static void put_legend(const struct chart *chart, struct buffer *out) {
  static const char *const classes[] = {"first", "second"};
  for (uint32_t s = 0; s < n_series(chart); s++)
    buffer_printf(out,
                  "<rect class=\"%s\" x=\"%d\" y=\"3\" width=\"12\" height=\"12\"/>"
                  "<text x=\"%d\" y=\"13\">%s</text>\n",
                  classes[s], LEFT + 120 * (int)s, LEFT + 18 + 120 * (int)s, chart->series[s].name);
}

static void put_bar(const struct chart *chart, struct scale scale, uint32_t s,
                    const struct comparison_row *row, int y, struct buffer *out) {
  const double value = chart->series[s].value(row->result), end = x_of(scale, value);
  const bool stopped = comparison_is_stopped(row);
  if (s && value <= 0)
    return;
  if (value > 0)
    buffer_printf(out, "<rect class=\"%s%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                  s ? "second" : "first", stopped ? " stopped" : "", LEFT, y, end - LEFT, BAR);
  buffer_printf(out, "<text%s x=\"%.1f\" y=\"%d\">%s", value > 0 ? "" : " class=\"soft\"", end + 6,
                y + BAR - 2, stopped && chart->series[s].value != seconds_of ? "more than " : "");
  put_number(chart, value, out);
  buffer_puts(out, "</text>\n");
}

static void put_chart(const struct comparison *comparison, const struct chart *chart,
                      struct buffer *out) {
  const struct scale scale = scale_of(comparison, chart);
  const int bars = (int)n_series(chart), height = bars * BAR + GAP;
  const int bottom = TOP + (int)comparison->n * height;
  buffer_printf(out,
                "<figure>\n<h2>%s</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" "
                "aria-label=\"%s of each row, logarithmic\">\n",
                chart->title, WIDTH, bottom + 4, chart->title);
  put_legend(chart, out);
  put_grid(chart, scale, bottom, out);
  for (uint32_t i = 0; i < comparison->n; i++) {
    const struct comparison_row *row = &comparison->rows[i];
    const int y = TOP + (int)i * height;
    buffer_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 8,
                  y + bars * BAR / 2 + 4, row->name);
    if (row->reason)
      buffer_printf(out, "<text class=\"soft\" x=\"%d\" y=\"%d\">%s</text>\n", LEFT + 6,
                    y + bars * BAR / 2 + 4, row->reason);
    for (uint32_t s = 0; !row->reason && s < n_series(chart); s++)
      put_bar(chart, scale, s, row, y + (int)s * BAR, out);
  }
  buffer_puts(out, "</svg>\n</figure>\n");
}

/* --- the table ------------------------------------------------------------------------------- */

static const char *verdict_class(const struct result *result) {
  return result->verdict == VERDICT_PASS   ? "pass"
         : result->verdict == VERDICT_FAIL ? "fail"
                                           : "incomplete";
}

static void put_row(struct arena *arena, const struct comparison *comparison,
                    const struct comparison_row *row, struct buffer *out) {
  const uint32_t n = comparison_columns(comparison);
  buffer_printf(out, "<tr><td>%s</td>", row->name);
  if (row->reason) {
    buffer_printf(out, "<td class=\"reason\" colspan=\"%u\">%s</td></tr>\n", n + 1, row->reason);
    return;
  }
  for (uint32_t c = 0; c < n; c++)
    buffer_printf(out, "<td>%s</td>", comparison_cell(arena, row, c));
  buffer_printf(out, "<td class=\"%s\">", verdict_class(row->result));
  put_text(comparison_verdict(arena, comparison, row), out);
  buffer_puts(out, "</td></tr>\n");
}

static void put_table(struct arena *arena, const struct comparison *comparison,
                      struct buffer *out) {
  buffer_puts(out, "<h2>Table</h2>\n<div class=\"wide\">\n<table>\n<tr><th>algorithm</th>");
  for (uint32_t c = 0; c < comparison_columns(comparison); c++)
    buffer_printf(out, "<th>%s</th>", comparison_column_name(c));
  buffer_puts(out, "<th>verdict</th></tr>\n");
  for (uint32_t i = 0; i < comparison->n; i++)
    put_row(arena, comparison, &comparison->rows[i], out);
  buffer_puts(out, "</table>\n</div>\n");
}

static void put_notes(struct arena *arena, const struct comparison *comparison,
                      struct buffer *out) {
  const char *notes[COMPARISON_MAX_NOTES];
  const uint32_t n = comparison_notes(arena, comparison, notes);
  buffer_puts(out, n ? "<ul>\n" : "");
  for (uint32_t i = 0; i < n; i++) {
    buffer_puts(out, "<li>");
    put_text(notes[i], out);
    buffer_puts(out, "</li>\n");
  }
  buffer_puts(out, n ? "</ul>\n" : "");
}

void comparison_html(const struct comparison *comparison, struct buffer *out) {
  struct arena arena = {0};
  buffer_puts(out, head);
  buffer_puts(out, "<title>");
  put_text(comparison->program, out);
  buffer_puts(out, ": algorithms compared</title>\n</head>\n<body>\n<h1>");
  put_text(comparison->program, out);
  buffer_puts(out, "</h1>\n<p>Every row is a search of its own");
  if (comparison->max_seconds > 0)
    buffer_printf(out, ", of %g s at most", comparison->max_seconds);
  buffer_puts(out, ". The scales are logarithmic. Ravel " RAVEL_VERSION "</p>\n");
  for (size_t i = 0; i < sizeof charts / sizeof *charts; i++)
    put_chart(comparison, &charts[i], out);
  put_table(&arena, comparison, out);
  put_notes(&arena, comparison, out);
  buffer_puts(out, "</body>\n</html>\n");
  arena_free(&arena);
}
