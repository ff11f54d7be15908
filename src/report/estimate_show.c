#include "report/estimate.h"

#include <math.h>
#include <stdio.h>

#include "report/text.h"

static uint64_t whole(double number) {
  return number < 1e18 ? (uint64_t)llround(number) : UINT64_C(1000000000000000000);
}

void estimate_json(const struct estimate *estimate, struct json_writer *json) {
  json_open_inline(json, "estimate", '{');
  json_number(json, "executions", whole(estimate->executions));
  json_number(json, "low", whole(estimate->low));
  json_number(json, "high", whole(estimate->high));
  json_close(json, '}');
}

const char *estimate_rounded(double number) {
  if (number >= 1e18)
    return "10^18";
  const double unit = number < 100 ? 1 : pow(10, floor(log10(number)) - 1);
  return grouped(whole(round(number / unit) * unit));
}

const char *estimate_duration(double seconds) {
  static const struct {
    double seconds;
    const char *name;
  } units[] = {{1, "s"}, {60, "min"}, {3600, "h"}, {86400, "days"}, {31557600, "years"}};
  static char text[40];
  unsigned unit = 0;
  while (unit + 1 < sizeof units / sizeof *units && seconds >= 2 * units[unit + 1].seconds)
    unit++;
  snprintf(text, sizeof text, "%s %s", estimate_rounded(seconds / units[unit].seconds),
           units[unit].name);
  return text;
}
