#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/message.h"
#include "report/estimate.h"
#include "report/text.h"

static struct {
  bool active, shown;
  double begin, last;
} progress;

void progress_begin(double now) {
  progress.active = isatty(2);
  progress.begin = progress.last = now;
}

void progress_show(const struct rv_stats *stats, double now) {
  if (!progress.active || now - progress.last < 0.2)
    return;
  progress.last = now;
  progress.shown = true;
  const double seconds = now - progress.begin;
  struct estimate estimate;
  char line[256];
  int length;
  if (stats->samples)
    length = snprintf(
        line, sizeof line, "%s, %s per second, %s, longest %s, %.0f s",
        counted(stats->samples, "sample"), grouped((uint64_t)((double)stats->samples / seconds)),
        counted(stats->distinct, "different trace"), counted(stats->longest, "event"), seconds);
  else if (estimate_search(stats, &estimate))
    length =
        snprintf(line, sizeof line, "%s of about %s, %s per second, some %s left, %.0f s",
                 counted(stats->executions, "execution"), estimate_rounded(estimate.executions),
                 grouped((uint64_t)((double)stats->executions / seconds)),
                 estimate_duration(estimate_seconds_left(stats, seconds)), seconds);
  else
    length = snprintf(line, sizeof line, "%s, %s per second, %s blocked, longest %s, %.0f s",
                      counted(stats->executions, "execution"),
                      grouped((uint64_t)((double)stats->executions / seconds)),
                      grouped(stats->blocked), counted(stats->longest, "event"), seconds);
  const int width = terminal_width(stderr); /* a line that wraps could not be replaced */
  fprintf(stderr, "\r%.*s\033[K", width && length >= width ? width - 1 : length, line);
}

void progress_end(void) {
  if (progress.shown)
    fputs("\r\033[K", stderr);
  progress.active = progress.shown = false;
}
